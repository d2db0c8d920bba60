import { useChangeTrackingLinkMutation, useGetTrackingLinkQuery } from "@/shared/api/tracking";
import { day } from "@/shared/format";
import { CopyButton } from "@/shared/ui/CopyButton";
import { Problem } from "@/shared/ui/Problem";

/** The link by which others follow the order without signing in; the shopper can end it and make a new one. */
export function TrackingLink({ orderId }: { orderId: number }) {
  const { data } = useGetTrackingLinkQuery(orderId);
  const [change, { isLoading, error }] = useChangeTrackingLinkMutation();
  if (!data) return null;
  const isOver = data.path === null && data.endsAt !== null && Date.parse(data.endsAt) < Date.now();
  if (isOver) return null;
  const address = data.path && `${window.location.origin}${data.path}`;
  return (
    <section className="tracklink" aria-label="Follow it without signing in">
      <h3>Follow it without signing in</h3>
      <p className="small muted mb-0">
        {address
          ? `The link shows where the parcel is. No name, address or price.${data.endsAt ? ` It ends on ${day(data.endsAt)}.` : ""}`
          : "The link was ended, and opens no more."}
      </p>
      {address && (
        <div className="url">
          <span>{address}</span>
          <CopyButton text={address} what="the link" />
        </div>
      )}
      <button
        type="button"
        className="plain justify-self-start"
        aria-disabled={isLoading}
        onClick={() => !isLoading && void change({ orderId, isShared: !address })}
      >
        {address ? "Stop sharing" : "Share by a new link"}
      </button>
      <Problem text={error && "Not saved. Please try again."} className="bad small mb-0" />
    </section>
  );
}
