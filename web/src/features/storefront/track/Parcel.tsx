import { ExternalLink } from "lucide-react";
import type { ParcelOut } from "@/shared/api/schema";
import { statuses } from "@/shared/api/types";
import { dayMonth, pluralize, timeOfDay } from "@/shared/format";
import { StepList } from "@/shared/orders/StepList";
import { statusTimeKey } from "@/shared/orders/statusPatch";
import { CopyButton } from "@/shared/ui/CopyButton";

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
  const steps = statuses.map((step) => ({
    status: step,
    at: parcel[statusTimeKey(step)],
    expected: step === "delivered" ? expected : undefined,
  }));
  return (
    <section className="panel trackbox" aria-label={title ?? "Where the parcel is"}>
      {title && (
        <h2 className="small muted num">
          {title}, {pluralize(pieces, "piece")}
        </h2>
      )}
      {status !== "cancelled" && (
        <div className="go">
          <StepList label="Progress" steps={steps} reached={statuses.indexOf(status)} isDone={status === "delivered"} />
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
