import { ChevronRight, PackageCheck } from "lucide-react";
import { useRef } from "react";
import { Navigate, useNavigate, useParams } from "react-router";
import { useUndoKey } from "@/features/admin/board/status/UndoBar";
import { useBoardReturn } from "@/features/admin/board/useBoardReturn";
import { useBoardOrderQuery } from "@/shared/admin/orders/boardApi";
import { useUrlParams } from "@/shared/admin/useUrlParams";
import { isNotFound } from "@/shared/api/errors";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { EmptyState } from "@/shared/ui/EmptyState";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { PackOrder } from "./PackOrder";
import { packingPath, readIds, useQueue } from "./useQueue";
import { type ScannerHandlers, useScanner } from "./useScanner";

/** `/admin/packing/:orderId`: one order on one screen, by keyboard and scanner. Without a number: the oldest order. */
export function PackingPage() {
  const orderId = Number(useParams().orderId ?? 0);
  const { params } = useUrlParams();
  const chosen = readIds(params.get("orders"));
  const navigate = useNavigate();
  const { toBoard, state } = useBoardReturn();
  const queue = useQueue(chosen);
  const { currentData, error, isFetching, refetch } = useBoardOrderQuery(orderId, { skip: !orderId });
  const isMissing = isNotFound(error);
  const order = isMissing ? undefined : currentData;
  usePageTitle(`${orderId ? `Pack order ${orderId}` : "Packing"}, Admin portal`);
  useUndoKey();
  // The page listens, not the order: a scan may begin while an order is loaded, or while another one is opened.
  const scanner = useRef<ScannerHandlers>(null);
  useScanner({
    onScan: (text) => scanner.current?.onScan(text),
    onKey: (key) => scanner.current?.onKey(key),
  });

  const onGo = (to: number | null, isPacked: boolean) => {
    const rest = isPacked ? chosen.filter((id) => id !== orderId) : chosen;
    if (to !== null) void navigate(packingPath(to, rest.includes(to) ? rest : []), { state });
    else if (isPacked && chosen.length === 0) void navigate("/admin/packing", { state });
    else void navigate(toBoard());
  };

  if (!orderId) {
    const [first] = queue.ids;
    if (first) return <Navigate to={packingPath(first)} state={state} replace />;
    if (queue.query.error) {
      return (
        <>
          <Head title="Packing" />
          <LoadError title="Failed to load orders" error={queue.query.error} onRetry={queue.query.refetch} />
        </>
      );
    }
    return queue.query.isLoading || queue.hasMore ? <Loading /> : <NothingToPack board={toBoard()} />;
  }
  return (
    <div className="packing">
      <nav className="crumbs" aria-label="Breadcrumb">
        <Link to={toBoard()}>Order Management</Link>
        <ChevronRight className="ico ico-14" aria-hidden="true" />
        <Link to={toBoard(orderId)}>{orderId}</Link>
        <ChevronRight className="ico ico-14" aria-hidden="true" />
        <span aria-current="page">Pack</span>
      </nav>
      {order && <PackOrder key={orderId} order={order} queue={queue} chosen={chosen} scanner={scanner} onGo={onGo} />}
      {!order && error && (
        <>
          <Head title={`Pack order ${orderId}`} />
          <LoadError title={isMissing ? "No orders found" : "Failed to load orders"} error={error} onRetry={refetch} />
        </>
      )}
      {!order && !error && isFetching && <Loading />}
    </div>
  );
}

const Head = ({ title }: { title: string }) => (
  <div className="work-head">
    <h1>{title}</h1>
  </div>
);

const Loading = () => <span className="sk page-sk" role="status" aria-label="Loading the order" />;

function NothingToPack({ board }: { board: string }) {
  return (
    <>
      <Head title="Packing" />
      <EmptyState
        icon={PackageCheck}
        title="Everything is packed"
        text="An order that waits for it shows here by itself."
      >
        <Link className="btn btn-line" to={board}>
          Order board
        </Link>
      </EmptyState>
    </>
  );
}
