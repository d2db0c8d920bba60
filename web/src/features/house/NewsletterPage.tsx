import { MailCheck, MailX } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { usePageTitle } from "@/shared/ui/usePageTitle";

const states: Record<string, { title: string; text: string }> = {
  confirmed: { title: "You are subscribed", text: "The next newsletter comes to your mailbox." },
  unsubscribed: {
    title: "You are unsubscribed",
    text: "No more newsletters come. You can subscribe again at any time.",
  },
  expired: {
    title: "This link is not valid any more",
    text: "Give your address once more at the foot of this page, and we send you a new one.",
  },
};

/** Where the links in the newsletter's mails lead. */
export function NewsletterPage() {
  const [params] = useSearchParams();
  const state = params.get("state") ?? "";
  const { title, text } = states[state] ?? {
    title: "The newsletter",
    text: "New pieces and the gold rate, once a month. Subscribe at the foot of this page.",
  };
  usePageTitle(title);
  const Icon = state === "expired" ? MailX : MailCheck;
  return (
    <div className="wrap section">
      <div className="panel empty">
        <Icon className="big" aria-hidden="true" />
        <h1 className="h2">{title}</h1>
        <p>{text}</p>
        <Link className="btn btn-primary" to="/products">
          See all jewellery
        </Link>
      </div>
    </div>
  );
}
