import { dayAndTime, pluralize, wholeNumber } from "@/shared/format";

interface FeedPanelProps {
  kept: number;
  moreKept: boolean;
  keptSince: string | null;
  position: number;
}

/** How other systems read the event feed. */
export function FeedPanel({ kept, moreKept, keptSince, position }: FeedPanelProps) {
  const address = `${window.location.origin}/api/events/`;
  return (
    <section className="panel low" aria-labelledby="feed">
      <div className="panel-h">
        <h2 id="feed">Event feed</h2>
        <span className="ph-sub">
          {moreKept && "more than "}
          {pluralize(kept, "event")}, the last at position {wholeNumber(position)}
          {keptSince && `, the oldest of ${dayAndTime(keptSince)}`}
        </span>
      </div>
      <div className="feed-about">
        <p>
          A system with a key of the scope <code>events:read</code> reads all events in their order, and waits for more.
          It goes on from <code>nextAfter</code>, so it misses nothing.
        </p>
        <pre>{`curl -H "Authorization: Bearer sw_live_…" "${address}?after=${position}&limit=500&wait=20"`}</pre>
      </div>
    </section>
  );
}
