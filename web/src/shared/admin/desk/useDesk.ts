import { useSelector } from "react-redux";
import { type Desk, type DeskState, noDesk, selectDesk } from "./deskSlice";

/** The assignee of an order and the number of its notes, kept current while the page is open. */
export function useDesk(orderId: number): Desk {
  return useSelector((state: DeskState) => selectDesk(state, orderId)) ?? noDesk(orderId);
}
