import { ChevronRight, PackageCheck, Printer } from "lucide-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { Age } from "@/features/admin/board/Age";
import { boardRows } from "@/features/admin/board/boardRows";
import { CancelItems, isCancellable } from "@/features/admin/board/details/CancelItems";
import { GiftPanel } from "@/features/admin/board/details/GiftPanel";
import { HuidDialog } from "@/features/admin/board/huids/HuidDialog";
import { isSafeToPack } from "@/features/admin/board/PaymentCell";
import { isToPack } from "@/features/admin/board/packing/pieces";
import { packingPath } from "@/features/admin/board/packing/useQueue";
import { CourierDialog } from "@/features/admin/board/shipping/CourierDialog";
import { UndoBar, useUndoKey } from "@/features/admin/board/status/UndoBar";
import { useBoardReturn } from "@/features/admin/board/useBoardReturn";
import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { AssignMenu } from "@/shared/admin/desk/AssignMenu";
import { useAssign } from "@/shared/admin/desk/DeskCell";
import { NotesPanel } from "@/shared/admin/desk/NotesPanel";
import { useDesk } from "@/shared/admin/desk/useDesk";
import { useBoardOrderQuery } from "@/shared/admin/orders/boardApi";
import { placedAt } from "@/shared/admin/orders/boardArgs";
import { PaymentChip } from "@/shared/admin/orders/PaymentChip";
import { usePermissions } from "@/shared/admin/permissions";
import { PresentPeople } from "@/shared/admin/presence/PresentPeople";
import { useLook } from "@/shared/admin/presence/usePresence";
import { isCovered, isShortcut } from "@/shared/admin/shortcutKeys";
import { isNotFound } from "@/shared/api/errors";
import type { Order } from "@/shared/api/types";
import { dayAndTime, rupees } from "@/shared/format";
import { useKeyDown } from "@/shared/hooks/useKeyDown";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { methodPhrases } from "@/shared/orders/paymentTexts";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { OrderStatusText } from "@/shared/ui/OrderStatusText";
import { CustomerPanel } from "./CustomerPanel";
import { DocumentsPanel } from "./DocumentsPanel";
import { HistoryPanel } from "./HistoryPanel";
import { ItemsPanel } from "./ItemsPanel";
import { LedgerPanel } from "./LedgerPanel";
import { MoneyPanel } from "./MoneyPanel";
import { useWalk } from "./useWalk";

/** `/admin/orders/:orderId`: one order with all its data for staff; updated live while open. */
export function OrderPage() {
  const id = Number(useParams().orderId);
  const isNumber = Number.isSafeInteger(id) && id > 0;
  const { currentData: order, error, isFetching, refetch } = useBoardOrderQuery(id, { skip: !isNumber });
  usePageTitle(`Order ${isNumber ? id : ""}, Admin portal`);
  useUndoKey();
  const { toBoard } = useBoardReturn();
  const isMissing = !isNumber || isNotFound(error);
  if (order && !isMissing) return <Page key={order.id} order={order} />;
  if (isFetching && !error) return <span className="sk page-sk" role="status" aria-label="Loading the order" />;
  return (
    <>
      <Crumb id={id} />
      {isMissing ? (
        <div className="panel nf">
          <h1>There is no such order</h1>
          <p className="muted">Look at its number again, or find it by its customer.</p>
          <Link className="btn btn-primary" to={toBoard()}>
            All orders
          </Link>
        </div>
      ) : (
        <>
          <div className="work-head">
            <h1>Order {id}</h1>
          </div>
          <LoadError title="The order could not be loaded" error={error} onRetry={refetch} />
        </>
      )}
    </>
  );
}

function Page({ order }: { order: Order }) {
  const { may } = usePermissions();
  const [isCancelling, setCancelling] = useState(false);
  const mayCancel = may("cancel_order") && order.items.some(isCancellable);
  const canPack = may("change_order_status") && isToPack(order);
  useOrderKeys(order.id, canPack);
  useLook("order", order.id);
  return (
    <div className="order-page">
      <Crumb id={order.id} />
      <Head
        order={order}
        canPack={canPack}
        onCancel={mayCancel && !isCancelling ? () => setCancelling(true) : undefined}
      />
      <div className="cols">
        <div>
          {isCancelling && <CancelItems order={order} onClose={() => setCancelling(false)} />}
          <GiftPanel order={order} />
          <ItemsPanel rows={boardRows([order])} />
          <LedgerPanel order={order} />
          <div className="half">
            <NotesPanel orderId={order.id} />
            <HistoryPanel order={order} />
          </div>
        </div>
        <div>
          <MoneyPanel order={order} />
          <CustomerPanel order={order} />
          <DocumentsPanel orderId={order.id} />
        </div>
      </div>
      <HuidDialog />
      <CourierDialog />
    </div>
  );
}

function Crumb({ id }: { id: number }) {
  const { at, orders, goTo } = useWalk(id);
  const { toBoard } = useBoardReturn();
  return (
    <div className="crumb-line">
      <nav className="crumb" aria-label="Breadcrumb">
        <Link to={toBoard()}>Order Management</Link>
        <ChevronRight className="ico ico-14" aria-hidden="true" />
        <span aria-current="page">{id || "Order"}</span>
      </nav>
      {at >= 0 && (
        <div className="walk num">
          {at + 1} of {orders.length} on the board
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            aria-label="Order above"
            aria-keyshortcuts="k"
            disabled={at === 0}
            onClick={() => goTo(-1)}
          >
            <kbd>K</kbd>
          </button>
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            aria-label="Next order"
            aria-keyshortcuts="j"
            disabled={at === orders.length - 1}
            onClick={() => goTo(1)}
          >
            <kbd>J</kbd>
          </button>
        </div>
      )}
    </div>
  );
}

interface HeadProps {
  order: Order;
  canPack: boolean;
  /** Undefined where nothing can be cancelled. */
  onCancel: (() => void) | undefined;
}

function Head({ order, canPack, onCancel }: HeadProps) {
  const { assignee } = useDesk(order.id);
  const assign = useAssign(order.id);
  const { state } = useBoardReturn();
  return (
    <div className="work-head">
      <div className="min-w-0">
        <div className="h-meta">
          <h1 className="num">Order {order.id}</h1>
          <PaymentChip payment={order.payment} />
          <PresentPeople kind="order" id={order.id} isLong />
        </div>
        <div className="sub num">
          {dayAndTime(placedAt(order))}, <Age at={placedAt(order)} />. {rupees(order.totalAmount)},{" "}
          {methodPhrases[order.payment.method]}
        </div>
        <OrderStatusText text={order.statusText} />
        <UndoBar />
      </div>
      <div className="acts">
        <AssignMenu what={`order ${order.id}`} assignee={assignee} look="name" onPick={assign} />
        {onCancel && (
          <button type="button" className="btn btn-line" onClick={onCancel}>
            Cancel items
          </button>
        )}
        <button type="button" className="btn btn-line" onClick={() => window.print()}>
          <Printer className="ico ico-16" aria-hidden="true" />
          Print
        </button>
        {canPack && (
          <Link
            className={isSafeToPack(order.payment) ? "btn btn-primary" : "btn btn-line"}
            to={packingPath(order.id)}
            state={state}
          >
            <PackageCheck className="ico ico-16" aria-hidden="true" />
            Pack
          </Link>
        )}
      </div>
    </div>
  );
}

/**
 * I assigns the order to the signed-in person, A opens the assignment menu, N begins a note, P packs, J and K show the
 * next and the previous order of the board.
 */
function useOrderKeys(orderId: number, canPack: boolean) {
  const navigate = useNavigate();
  const { goTo } = useWalk(orderId);
  const { state } = useBoardReturn();
  const { may } = usePermissions();
  const { data: me } = useAdminMeQuery();
  const assign = useAssign(orderId);
  const mayAssign = may("assign_order");
  useKeyDown((event) => {
    if (!isShortcut(event) || isCovered()) return;
    const key = event.key.toLowerCase();
    const note = document.querySelector<HTMLTextAreaElement>(".order-page .write textarea");
    if (key === "i" && mayAssign && me) assign(me.id);
    else if (key === "a" && mayAssign) openAssignMenu();
    else if (key === "n" && note) note.focus();
    else if (key === "p" && canPack) void navigate(packingPath(orderId), { state });
    else if (key === "j") goTo(1);
    else if (key === "k") goTo(-1);
    else return;
    event.preventDefault();
  });
}

function openAssignMenu() {
  const button = document.querySelector<HTMLElement>(".order-page .acts .assign-btn");
  if (button?.getAttribute("aria-expanded") === "false") button.click();
}
