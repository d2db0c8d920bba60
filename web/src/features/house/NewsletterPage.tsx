import { skipToken } from "@reduxjs/toolkit/query";
import { MailCheck, MailX } from "lucide-react";
import { useEffect } from "react";
import { Link, useSearchParams } from "react-router";
import { isApiError } from "@/shared/api/errors";
import { LoadError } from "@/shared/ui/Notice";
import { usePageTitle } from "@/shared/ui/usePageTitle";
import { type MailLink, useFollowLinkQuery } from "./houseApi";

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
const fulfilled = { confirm: "confirmed", unsubscribe: "unsubscribed" };

/** Where the links in the newsletter's mails lead: a page that does what they ask for, as a mere look at them must not. */
export function NewsletterPage() {
  const [params, setParams] = useSearchParams();
  const link = linkIn(params);
  const { isSuccess, error, refetch } = useFollowLinkQuery(link ?? skipToken);
  const isDead = isApiError(error) && error.status === 404;
  const outcome = link && (isDead ? "expired" : isSuccess ? fulfilled[link.wish] : undefined);
  // The link is used up: coming back to this page asks for nothing again.
  useEffect(() => {
    if (outcome) setParams({ state: outcome }, { replace: true });
  }, [outcome, setParams]);

  const state = outcome ?? params.get("state") ?? "";
  const { title, text } = states[state] ?? {
    title: "The newsletter",
    text: "New pieces and the gold rate, once a month. Subscribe at the foot of this page.",
  };
  usePageTitle(title);
  const Icon = state === "expired" ? MailX : MailCheck;
  return (
    <div className="wrap section">
      {link && error && !isDead ? (
        <LoadError title="Your wish did not reach the shop" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="panel empty" role="status" aria-busy={link !== undefined && !outcome}>
          <Icon className="big" aria-hidden="true" />
          <h1 className="h2">{link && !outcome ? "One moment" : title}</h1>
          <p>{link && !outcome ? "We are noting what you asked for." : text}</p>
          <Link className="btn btn-primary" to="/products">
            See all jewellery
          </Link>
        </div>
      )}
    </div>
  );
}

function linkIn(params: URLSearchParams): MailLink | undefined {
  const [wish, token] = [params.get("state"), params.get("token")];
  return token && (wish === "confirm" || wish === "unsubscribe") ? { wish, token } : undefined;
}
