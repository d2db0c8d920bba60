import type { FormEvent } from "react";
import { useSearchParams } from "react-router";
import { isNotFound } from "@/shared/api/errors";
import { type PageState, pageAt } from "@/shared/head/pages";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { LoadError } from "@/shared/ui/LoadError";
import { SubmitButton } from "@/shared/ui/SubmitButton";
import { MailLinkView, mailLinkPages } from "./MailLinkView";
import { useFollowLinkMutation } from "./siteApi";

interface MailLinkPageProps {
  /** The page's path, which has its states in the table of pages. */
  path: keyof typeof mailLinkPages;
}

/** Target of links in mails. Mail scanners open links, so only the button acts. The form also works without scripts. */
export function MailLinkPage({ path }: MailLinkPageProps) {
  const states = pageAt(path)?.facts.states ?? {};
  const [params, setParams] = useSearchParams();
  const [follow, { isLoading, error }] = useFollowLinkMutation();
  const token = params.get("token");
  const named = params.get("state") ?? "";
  const asked = Object.hasOwn(states, named) ? states[named] : undefined;
  const link =
    asked?.action && token ? { action: actionOf(asked.action, token), following: asked.following ?? "" } : undefined;
  const isShown = asked && (!asked.action || link);
  const { title, text, button } = isShown ? asked : (states[""] as PageState);
  usePageTitle(title);

  const act = async (wanted: NonNullable<typeof link>) => {
    const { error: refused } = await follow(wanted.action);
    const isDead = isNotFound(refused);
    // Remove the used token from the URL.
    if (!refused || isDead) setParams({ state: isDead ? "expired" : wanted.following }, { replace: true });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (link && !isLoading) void act(link);
  };

  if (link && error) {
    return (
      <div className="wrap section">
        <LoadError title="Your wish did not reach the shop" error={error} onRetry={() => act(link)} />
      </div>
    );
  }
  const form = link && (
    <form className="mb-3" method="post" action={link.action} onSubmit={onSubmit}>
      <SubmitButton busy={isLoading}>{button}</SubmitButton>
    </form>
  );
  return (
    <MailLinkView title={title} text={text} to={mailLinkPages[path]} isExpired={named === "expired"} form={form} />
  );
}

const actionOf = (address: string, token: string) =>
  `${address}${address.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;
