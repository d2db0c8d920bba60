import type { FormEvent } from "react";
import { useSearchParams } from "react-router";
import { isApiError } from "@/shared/api/errors";
import { type PageState, pageAt } from "@/shared/head/pages";
import { LoadError } from "@/shared/ui/Notice";
import { SubmitButton } from "@/shared/ui/SubmitButton";
import { usePageTitle } from "@/shared/ui/usePageTitle";
import { type MailLink, useFollowLinkMutation } from "./houseApi";
import { NewsletterFrame } from "./NewsletterFrame";

const states = pageAt("/newsletter")?.facts.states ?? {};
const fulfilled = { confirm: "confirmed", unsubscribe: "unsubscribed" };

/**
 * Where the links in the newsletter's mails lead. Mail scanners open every link, so only the button acts. The form works
 * without scripts too.
 */
export function NewsletterPage() {
  const [params, setParams] = useSearchParams();
  const link = linkIn(params);
  const [follow, { isLoading, error }] = useFollowLinkMutation();
  const state = link?.wish ?? params.get("state") ?? "";
  const isOfLink = state === "confirm" || state === "unsubscribe";
  const { title, text, button } = states[isOfLink && !link ? "" : state] ?? (states[""] as PageState);
  usePageTitle(title);

  const act = async (wanted: MailLink) => {
    const { error: refused } = await follow(wanted);
    const isDead = isApiError(refused) && refused.status === 404;
    // The link is used up: coming back to this page asks for nothing again.
    if (!refused || isDead) setParams({ state: isDead ? "expired" : fulfilled[wanted.wish] }, { replace: true });
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
      action={`/api/newsletter/${link.wish}/?token=${encodeURIComponent(link.token)}`}
      onSubmit={onSubmit}
    >
      <SubmitButton busy={isLoading}>{button}</SubmitButton>
    </form>
  );
  return <NewsletterFrame title={title} text={text} isExpired={state === "expired"} form={form} />;
}

function linkIn(params: URLSearchParams): MailLink | undefined {
  const [wish, token] = [params.get("state"), params.get("token")];
  return token && (wish === "confirm" || wish === "unsubscribe") ? { wish, token } : undefined;
}
