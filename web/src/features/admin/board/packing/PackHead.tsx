import { PackageCheck } from "lucide-react";
import { AssignMenu } from "@/shared/admin/desk/AssignMenu";
import { useAssign } from "@/shared/admin/desk/DeskCell";
import { useDesk } from "@/shared/admin/desk/useDesk";
import { PaymentChip } from "@/shared/admin/orders/PaymentChip";
import { PresentPeople } from "@/shared/admin/presence/PresentPeople";
import type { Order } from "@/shared/api/types";
import { dayMonth, pluralize, rupees, timeOfDay } from "@/shared/format";
import { keptOf } from "./pieces";
import type { usePackOrder } from "./usePackOrder";
import type { Queue } from "./useQueue";

interface PackHeadProps {
  order: Order;
  queue: Queue;
  packing: Pick<ReturnType<typeof usePackOrder>, "isSaving" | "isPacked" | "waitsFor" | "pack">;
  /** Whether a tracking number is entered. */
  hasNumber: boolean;
  /** Undefined if no other order waits. */
  onSkip: (() => void) | undefined;
  onLeave: () => void;
}

/** The order, its place in the queue, and the buttons that leave, skip or pack it. */
export function PackHead({ order, queue, packing, hasNumber, onSkip, onLeave }: PackHeadProps) {
  const { assignee } = useDesk(order.id);
  const assign = useAssign(order.id);
  const at = queue.ids.indexOf(order.id);
  const { address } = order;
  const kept = keptOf(order);
  return (
    <div className="work-head">
      <div className="pack-head">
        <div className="h-meta">
          <h1 className="num">Pack order {order.id}</h1>
          <PaymentChip payment={order.payment} />
          <AssignMenu what={`order ${order.id}`} assignee={assignee} look="avatar" onPick={assign} />
          <PresentPeople kind="order" id={order.id} isLong />
        </div>
        <div className="sub num">
          {[address?.name ?? order.customerName, address && `${address.city} ${address.zip_code}`]
            .filter(Boolean)
            .join(", ")}
          . {dayMonth(order.orderedDate)}, {timeOfDay(order.orderedDate)}, {pluralize(kept.quantity, "piece")},{" "}
          {rupees(kept.amount)}
        </div>
      </div>
      <div className="acts">
        {at >= 0 && (
          <span className="muted num">
            Order {at + 1} of {queue.ids.length}
            {queue.hasMore ? "+" : ""} to pack
          </span>
        )}
        <button type="button" className="btn btn-ghost" disabled={packing.isSaving} onClick={onLeave}>
          Leave <kbd>Esc</kbd>
        </button>
        <button
          type="button"
          className="btn btn-line"
          disabled={!onSkip || packing.isSaving}
          title={!onSkip ? "No other order waits" : undefined}
          onClick={onSkip}
        >
          Skip <kbd>Ctrl →</kbd>
        </button>
        <button
          type="button"
          className="btn btn-primary"
          disabled={packing.isSaving || packing.waitsFor !== ""}
          title={packing.waitsFor || undefined}
          onClick={packing.pack}
        >
          {packing.isSaving ? <span className="spin" /> : <PackageCheck className="ico ico-16" aria-hidden="true" />}
          {packing.isPacked ? (hasNumber ? "Save the courier" : "Next order") : "Mark packed"} <kbd>Ctrl Enter</kbd>
        </button>
      </div>
    </div>
  );
}
