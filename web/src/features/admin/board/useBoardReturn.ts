import { useLocation } from "react-router";

const boardPath = "/admin/order-management";

/**
 * The way back to the board with the filters that it had. They are in the state of each navigation from the board to
 * the page of an order or to its packing, and on from there.
 */
export function useBoardReturn() {
  const location = useLocation();
  const state = location.state as { board?: string } | null;
  const board = location.pathname === boardPath ? withoutOrder(location.search) : (state?.board ?? "");
  return {
    /** The address of the board; with the details of an order, if one is given. */
    toBoard: (orderId?: number) => {
      const details = orderId ? `${board ? "&" : "?"}order=${orderId}` : "";
      return `${boardPath}${board}${details}`;
    },
    /** For the navigation to another page that leads back to the board. */
    state: { board },
  };
}

/** Without the order whose details are open, which would be opened again. */
function withoutOrder(search: string): string {
  const params = new URLSearchParams(search);
  params.delete("order");
  return params.size > 0 ? `?${params}` : "";
}
