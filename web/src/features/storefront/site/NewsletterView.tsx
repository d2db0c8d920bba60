import { MailCheck, MailX } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@/shared/ui/Link";

interface NewsletterViewProps {
  title: string;
  text: string;
  isExpired?: boolean;
  /** The form with the button; without it the page links to the shop. */
  form?: ReactNode;
}

/** The layout of the newsletter page, also used for its prerendered template. */
export function NewsletterView({ title, text, isExpired = false, form }: NewsletterViewProps) {
  const Icon = isExpired ? MailX : MailCheck;
  return (
    <div className="wrap section">
      <div className="panel empty" role="status">
        <Icon className="big" aria-hidden="true" />
        <h1 className="h2">{title}</h1>
        <p>{text}</p>
        {form}
        <Link className={form ? undefined : "btn btn-primary"} to="/products">
          See all jewellery
        </Link>
      </div>
    </div>
  );
}
