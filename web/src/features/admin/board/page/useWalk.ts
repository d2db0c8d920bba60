import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";

const none: number[] = [];

/** The orders of the list from which this page was opened, and links to the next and previous; none without a list. */
export function useWalk(orderId: number) {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { orders?: number[]; board?: string } | null };
  const orders = state?.orders ?? none;
  const at = useMemo(() => orders.indexOf(orderId), [orders, orderId]);
  const goTo = useCallback(
    (step: 1 | -1) => {
      const next = at < 0 ? undefined : orders[at + step];
      if (next !== undefined) void navigate(`/admin/orders/${next}`, { replace: true, state });
    },
    [at, navigate, orders, state],
  );
  return { at, orders, goTo };
}
