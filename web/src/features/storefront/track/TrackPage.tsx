import { IdCard, Lock, PackageCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import type { ParcelOut } from "@/shared/api/schema";
import { isWindowPast, windowText } from "@/shared/delivery/windowText";
import { dayOf } from "@/shared/format";
import { useFromNow } from "@/shared/hooks/useNow";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { LoadError } from "@/shared/ui/LoadError";
import { Parcel } from "./Parcel";
import { isDeadLink, useTracking } from "./useTracking";

/** The status of an order, for anyone who has its link. `notFound` is shown for a wrong or ended link. */
export function TrackPage({ notFound }: { notFound: ReactNode }) {
  const { token = "" } = useParams();
  const { data, error, refetch, isLive } = useTracking(token);
  usePageTitle("Where your parcel is");
  useFromNow(dayOf); // renders again on the next day
  if (isDeadLink(error)) return notFound;
  if (!data) {
    return error ? (
      <div className="wrap section">
        <LoadError title="Failed to load the order" error={error} onRetry={refetch} />
      </div>
    ) : (
      <div className="page-wait" aria-busy="true" />
    );
  }
  const { parcels, deliveryDate, deliveryFrom, orderId } = data;
  const least = parcels.find(({ status }) => isUnderWay(status)) ?? parcels[0];
  // My Orders shows the owner why a parcel is late; this page then shows no day.
  const expected =
    deliveryDate && !isWindowPast(deliveryDate, Date.now()) ? windowText(deliveryFrom, deliveryDate) : "";
  return (
    <div className="wrap">
      <div className="track">
        <div className="track-top">
          <span className="small muted num">Order {orderId}</span>
          <span className={`live${isLive ? "" : " wait"}`} role="status">
            {isLive ? "Live" : "Connecting"}
          </span>
        </div>
        <div role="status">
          <h1>{headlines[least?.status ?? "ordered"]}</h1>
          <p className="lede">
            {least && isUnderWay(least.status) && expected && (
              <>
                Expected <b className="text-nowrap">{expected}</b>.
              </>
            )}
          </p>
        </div>
        {parcels.map((parcel, index) => (
          <Parcel
            key={`${parcel.status} ${parcel.trackingNumber}`}
            parcel={parcel}
            title={parcels.length > 1 ? `Parcel ${index + 1} of ${parcels.length}` : undefined}
            expected={expected}
          />
        ))}
        {least && isUnderWay(least.status) && (
          <section className="log" aria-labelledby="arrival">
            <h2 id="arrival">When it arrives</h2>
            <ul className="keep">
              <li>
                <PackageCheck className="ico" aria-hidden="true" />
                <span>
                  <b>Look at the seal first</b>
                  Accept the parcel only if its seal is whole. If it is not, refuse it and tell us.
                </span>
              </li>
              <li>
                <IdCard className="ico" aria-hidden="true" />
                <span>
                  <b>Keep a document at hand</b>
                  The courier hands it over in person, at the door.
                </span>
              </li>
            </ul>
          </section>
        )}
        <p className="hint privacy">
          <Lock className="ico" aria-hidden="true" />
          <span>
            This page needs no sign-in, so it shows no name, no address, no piece and no price. Its owner can end the
            link in My Orders; it ends by itself 60 days after delivery.
          </span>
        </p>
      </div>
    </div>
  );
}

const isUnderWay = (status: ParcelOut["status"]) => status !== "delivered" && status !== "cancelled";

const headlines: Record<ParcelOut["status"], string> = {
  ordered: "We have your order",
  packed: "Your parcel is packed",
  shipped: "Your parcel is on its way",
  delivered: "Your parcel has arrived",
  cancelled: "This order was cancelled",
};
