import { MailCheck, MailX } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

interface NewsletterFrameProps {
  title: string;
  text: string;
  isExpired?: boolean;
  /** The form whose button acts; without one the page leads on to the shop. */
  form?: ReactNode;
}

/** What the newsletter's page looks like, also before its scripts run. */
export function NewsletterFrame({ title, text, isExpired = false, form }: NewsletterFrameProps) {
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
