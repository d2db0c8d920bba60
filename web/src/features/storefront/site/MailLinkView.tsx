import { MailCheck, MailX } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useHeldFocus } from "@/shared/hooks/useHeldFocus";
import { Link } from "@/shared/ui/Link";

interface ShownLink {
  path: string;
  label: string;
}

/** For each page that a link in a mail opens, the link that it shows. */
export const mailLinkPages = {
  "/newsletter": { path: "/products", label: "See all jewellery" },
  "/unsubscribe": { path: "/profile#notifications", label: "All notifications on your Profile" },
} satisfies Record<string, ShownLink>;

interface MailLinkViewProps {
  title: string;
  text: string;
  to: ShownLink;
  isExpired?: boolean;
  /** The form with the button. */
  form?: ReactNode;
}

/** The layout of a page that a link in a mail opens, also used for its prerendered template. */
export function MailLinkView({ title, text, to, isExpired = false, form }: MailLinkViewProps) {
  const Icon = isExpired ? MailX : MailCheck;
  const heading = useRef<HTMLHeadingElement>(null);
  const holder = useHeldFocus(() => heading.current);
  return (
    <div className="wrap section">
      <div className="panel empty" role="status" {...holder}>
        <Icon className="big" aria-hidden="true" />
        <h1 ref={heading} tabIndex={-1} className="h2">
          {title}
        </h1>
        <p>{text}</p>
        {form}
        <Link className={form ? undefined : "btn btn-primary"} to={to.path}>
          {to.label}
        </Link>
      </div>
    </div>
  );
}
