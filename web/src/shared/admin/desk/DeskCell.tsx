import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { MessageSquareText } from "lucide-react";
import { useDispatch } from "react-redux";
import { pluralize } from "@/shared/format";
import { AssignMenu } from "./AssignMenu";
import { assignOrder } from "./deskApi";
import { useDesk } from "./useDesk";

/** The assignee of a row's order, and the number of its notes. */
export function DeskCell({ orderId }: { orderId: number }) {
  const { assignee, notes } = useDesk(orderId);
  const assign = useAssign(orderId);
  return (
    <div className="hands">
      <AssignMenu what={`order ${orderId}`} assignee={assignee} look="avatar" onPick={assign} />
      {notes > 0 && (
        <span className="notes num" title={pluralize(notes, "note")}>
          <MessageSquareText className="ico ico-16" aria-hidden="true" />
          {notes}
          <span className="visually-hidden"> {notes === 1 ? "note" : "notes"}</span>
        </span>
      )}
    </div>
  );
}

/** Returns the function that assigns an order. */
export function useAssign(orderId: number): (adminId: number | null) => void {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  return (adminId) => void dispatch(assignOrder(orderId, adminId));
}
