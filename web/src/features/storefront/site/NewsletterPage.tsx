import type { FormEvent } from "react";
import { useSearchParams } from "react-router";
import { isApiError } from "@/shared/api/errors";
import { type PageState, pageAt } from "@/shared/head/pages";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { LoadError } from "@/shared/ui/LoadError";
import { SubmitButton } from "@/shared/ui/SubmitButton";
import { NewsletterView } from "./NewsletterView";
import { type MailLink, useFollowLinkMutation } from "./siteApi";

const states = pageAt("/newsletter")?.facts.states ?? {};
const fulfilled = { confirm: "confirmed", unsubscribe: "unsubscribed" };

/**
 * Target of the links in newsletter mails. Mail scanners open links, so only the button acts. The form also works
 * without scripts.
 */
export function NewsletterPage() {
  const [params, setParams] = useSearchParams();
  const link = linkIn(params);
  const [follow, { isLoading, error }] = useFollowLinkMutation();
  const state = link?.action ?? params.get("state") ?? "";
  const isOfLink = state === "confirm" || state === "unsubscribe";
  const { title, text, button } = states[isOfLink && !link ? "" : state] ?? (states[""] as PageState);
  usePageTitle(title);

  const act = async (wanted: MailLink) => {
    const { error: refused } = await follow(wanted);
    const isDead = isApiError(refused) && refused.status === 404;
    // Remove the used token from the URL.
    if (!refused || isDead) setParams({ state: isDead ? "expired" : fulfilled[wanted.action] }, { replace: true });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (link && !isLoading) void act(link);
  };

  if (link && error) {
    return (
      <div className="wrap section">
        <LoadError title="Your wish did not reach the shop" error={error} onRetry={() => void act(link)} />
      </div>
    );
  }
  const form = link && (
    <form
      className="mb-3"
      method="post"
      action={`/api/newsletter/${link.action}/?token=${encodeURIComponent(link.token)}`}
      onSubmit={onSubmit}
    >
      <SubmitButton busy={isLoading}>{button}</SubmitButton>
    </form>
  );
  return <NewsletterView title={title} text={text} isExpired={state === "expired"} form={form} />;
}

function linkIn(params: URLSearchParams): MailLink | undefined {
  const [action, token] = [params.get("state"), params.get("token")];
  return token && (action === "confirm" || action === "unsubscribe") ? { action, token } : undefined;
}
