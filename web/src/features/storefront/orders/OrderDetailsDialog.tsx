import { Lock } from "lucide-react";
import { useState } from "react";
import type { OrderLine } from "@/shared/api/types";
import { day, grams, rupees } from "@/shared/format";
import { TrackingLink } from "@/shared/orders/TrackingLink";
import { NoImage } from "@/shared/product/NoImage";
import { Picture } from "@/shared/product/Picture";
import { PriceBreakup } from "@/shared/product/PriceBreakup";
import { itemTitle } from "@/shared/product/sizeText";
import { Weights } from "@/shared/product/Weights";
import { Dialog } from "@/shared/ui/Dialog";
import { Link } from "@/shared/ui/Link";
import { StatusBadge } from "@/shared/ui/StatusBadge";
import { HallmarkLine, isHallmarked } from "./HallmarkLine";
import { fixedGoldValue, invoicePath, type ShownOrder } from "./orderDisplay";
import { ReturnLine } from "./ReturnLine";
import { hasCourier, ShipmentLine, TrackParcel } from "./ShipmentLine";
import { StatusTimeline } from "./StatusTimeline";
import { useHasInvoice } from "./useHasInvoice";

/** The items of an order with status timeline and fixed price. */
export function OrderDetailsDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const [chosenId, setChosenId] = useState(order.lines[0]?.itemId);
  const line = order.lines.find(({ itemId }) => itemId === chosenId) ?? (order.lines[0] as OrderLine);
  const { address } = line;
  const hasInvoice = useHasInvoice(order);
  return (
    <Dialog
      title={`Order ${order.orderId}`}
      size="lg"
      onClose={onClose}
      footer={
        <>
          {address && (
            <span className="small muted me-auto">
              Delivering to {address.name}, {address.address}, {address.city}, {address.state} {address.zip_code},{" "}
              {address.country}
            </span>
          )}
          {hasInvoice && (
            <Link className="textlink text-nowrap" to={invoicePath(order.orderId)}>
              Invoice
            </Link>
          )}
          <span className="num text-nowrap">
            <span className="muted">Order total</span>&nbsp; <b>{rupees(line.orderTotalAmount)}</b>
          </span>
        </>
      }
    >
      {line.statusText && (
        <p className="own-status">
          <span className="muted">Status of the order</span> <b>{line.statusText}</b>
        </p>
      )}
      {line.gift && (
        <p className="small gift-message">
          <b>A gift{line.gift.isWrapped && ", wrapped"}.</b> {line.gift.message && `“${line.gift.message}”`}
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look */}
      <div className="pick" role="group" aria-label="Items">
        {order.lines.map((each) => (
          <ItemChoice key={each.itemId} line={each} chosen={each === line} onChoose={() => setChosenId(each.itemId)} />
        ))}
      </div>
      <div className="det">
        <div>
          <h3>Progress</h3>
          <StatusTimeline line={line} />
          {hasCourier(line) && (
            <p className="parcel-line small">
              <ShipmentLine line={line} />
              <TrackParcel line={line} />
            </p>
          )}
          {line.status === "delivered" && <ReturnLine line={line} />}
          <TrackingLink orderId={order.orderId} />
        </div>
        <div>
          <h3 className="frozen">
            Price break-up
            <span>
              <Lock className="ico ico-14" aria-hidden="true" />
              Fixed on {day(line.orderedDate ?? line.orderedAt)}
            </span>
          </h3>
          <FixedPriceBreakup line={line} />
          <Weights product={line} />
          {isHallmarked(line) && (
            <p className="small mt-3 mb-0">
              <HallmarkLine line={line} />
            </p>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function ItemChoice({ line, chosen, onChoose }: { line: OrderLine; chosen: boolean; onChoose: () => void }) {
  return (
    <button type="button" aria-pressed={chosen} onClick={onChoose}>
      <span className="tile">
        {line.productImageUrl ? (
          <Picture image={{ imageUrl: line.productImageUrl, width: 72, height: 72 }} alt="" load="early" />
        ) : (
          <NoImage />
        )}
      </span>
      <span>
        <b>{itemTitle(line)}</b>
        <span className="micro muted num d-block mb-1">
          {grams(line.weight)}, qty&nbsp;{line.productQuantity}, {rupees(line.itemTotalAmount)}
        </span>
        <StatusBadge status={line.status} />
      </span>
    </button>
  );
}

function FixedPriceBreakup({ line }: { line: OrderLine }) {
  const { productQuantity, makingCharge, wastageCharge, discount, itemTotalAmount } = line;
  return (
    <PriceBreakup
      goldRate={line.goldRate}
      weight={line.weight}
      metal={fixedGoldValue(line)}
      stones={line.stones}
      stoneCharge={line.stoneCharge}
      making={makingCharge}
      wastage={wastageCharge}
      discount={discount}
      quantity={productQuantity}
      total={itemTotalAmount}
      totalLabel="Item total"
    />
  );
}
