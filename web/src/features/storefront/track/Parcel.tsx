import { ExternalLink } from "lucide-react";
import type { ParcelOut } from "@/shared/api/schema";
import { statuses } from "@/shared/api/types";
import { dayMonth, pluralize, timeOfDay } from "@/shared/format";
import { CopyButton } from "@/shared/ui/CopyButton";
import { statusWord } from "@/shared/ui/StatusBadge";

interface ParcelProps {
  parcel: ParcelOut;
  /** Which of several parcels it is. */
  title: string | undefined;
  /** The days in which it is expected; empty if unknown. */
  expected: string;
}

/** The status and the courier of one parcel. */
export function Parcel({ parcel, title, expected }: ParcelProps) {
  const { status, courier, trackingNumber, trackingUrl, shippedAt, pieces } = parcel;
  return (
    <section className="panel trackbox" aria-label={title ?? "Where the parcel is"}>
      {title && (
        <h2 className="small muted num">
          {title}, {pluralize(pieces, "piece")}
        </h2>
      )}
      {status !== "cancelled" && (
        <div className="go">
          <Steps parcel={parcel} expected={expected} />
        </div>
      )}
      {courier && (
        <dl className="trackfacts">
          <div>
            <dt>Courier</dt>
            <dd>{courier}</dd>
          </div>
          <div>
            <dt>Tracking number</dt>
            <dd>
              {trackingNumber}
              <small>
                <CopyButton text={trackingNumber ?? ""} what="the tracking number" />
              </small>
            </dd>
          </div>
          {shippedAt && (
            <div>
              <dt>Handed to the courier</dt>
              <dd>
                {dayMonth(shippedAt)}, {timeOfDay(shippedAt)}
              </dd>
            </div>
          )}
        </dl>
      )}
      {courier && trackingUrl && (
        <div className="parcel">
          <span className="muted">The courier’s page shows each stop of the parcel.</span>
          <a className="btn btn-line" href={trackingUrl} target="_blank" rel="noreferrer">
            Open {courier}
            <ExternalLink className="ico ico-16" aria-hidden="true" />
          </a>
        </div>
      )}
    </section>
  );
}

function Steps({ parcel, expected }: { parcel: ParcelOut; expected: string }) {
  const reached = statuses.indexOf(parcel.status);
  const isDone = parcel.status === "delivered";
  return (
    <ol className={`steps${isDone ? " all" : ""}`} aria-label="Progress">
      {statuses.map((status, index) => {
        const at = parcel[`${status}At` as "orderedAt"];
        const isReached = index <= reached;
        const isCurrent = index === reached;
        return (
          <li
            key={status}
            className={`${isReached ? "done" : ""}${isCurrent && !isDone ? " now" : ""}`}
            aria-current={isCurrent ? "step" : undefined}
          >
            <b>{statusWord(status)}</b>
            {isReached && at ? (
              <span>
                <i>{dayMonth(at)}</i>
                <u>, </u>
                <i>{timeOfDay(at)}</i>
              </span>
            ) : (
              status === "delivered" && expected && <span>{expected}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
