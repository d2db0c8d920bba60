import { useSelector } from "react-redux";
import { type Desk, type DeskState, noDesk, selectDesk } from "./deskSlice";

/** To whom an order is assigned, and how many notes it has; current while the page is open. */
export function useDesk(orderId: number): Desk {
  return useSelector((state: DeskState) => selectDesk(state, orderId)) ?? noDesk(orderId);
}
