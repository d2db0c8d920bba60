import logo from "@/assets/brand/logo.svg";
import { useGetContactQuery } from "@/shared/api/contact";
import { rupees } from "@/shared/format";
import { Barcode } from "./Barcode";
import { labelSize } from "./labelSize";
import { amountToCollect, isPartOfOrder, type Parcel } from "./parcelItems";

/** A6: where the parcel goes, with the order's number as bars, and what the courier collects. */
export function AddressLabel({ parcel }: { parcel: Parcel }) {
  const { order, items } = parcel;
  const { address, payment } = order;
  const sender = useGetContactQuery().data?.address ?? [];
  const shipped = items.find(({ courier }) => courier);
  const toCollect = amountToCollect(parcel);
  return (
    <article className="paper label" aria-label={`Address label of order ${order.id}`}>
      <header>
        <img src={logo} alt="Swarna" />
        <span>
          {isPartOfOrder(parcel) ? "Part of order" : "Order"} {order.id}
        </span>
      </header>
      <div className="label-to" style={address ? { fontSize: `${labelSize(address)}pt` } : undefined}>
        <span className="paper-small">To</span>
        {address ? (
          <>
            <b>{address.name}</b>
            <div>{address.address}</div>
            <b className="pin">
              {address.city} {address.zip_code}
            </b>
            <div>{[address.state, address.country].filter(Boolean).join(", ")}</div>
            <div>{address.phone || order.customerPhone}</div>
          </>
        ) : (
          <>
            <b>{order.customerName}</b>
            <div>No address was given</div>
            <div>{order.customerPhone}</div>
          </>
        )}
      </div>
      <div className="label-bars">
        <Barcode text={payment.reference} />
        <span>{payment.reference}</span>
      </div>
      <footer>
        <div>
          <span>From</span>
          {["Swarna", ...sender].join(", ")}
        </div>
        <div className="label-pay">
          <span>{shipped ? [shipped.courier, shipped.trackingNumber].filter(Boolean).join(" ") : "Pay"}</span>
          {toCollect > 0 ? <b>Collect {rupees(toCollect)}</b> : "Nothing to collect"}
        </div>
      </footer>
    </article>
  );
}
