import { said } from "@/shared/admin/orders/rowMessagesSlice";
import { api } from "@/shared/api/api";
import type { ApiMeta } from "@/shared/api/baseQuery";
import { errorText, isApiError } from "@/shared/api/errors";
import type { AssigneesOut, AssignmentIn, NoteIn, NoteOut, NotesOut } from "@/shared/api/schema";
import type { Thunk } from "@/shared/api/thunk";
import { failureShown } from "@/shared/toasts/toastsSlice";
import {
  type Desk,
  type DeskState,
  deskSeen,
  desksRenewed,
  noDesk,
  notesSeen,
  ordersErased,
  selectDesk,
  selectIsToRenew,
} from "./deskSlice";

export type Note = NoteOut;

/** The notes of an order. If its personal data was erased, no note can be added. */
interface OrderNotes extends Pick<NotesOut, "isErased"> {
  notes: Note[];
}

/** Lists that show only orders of one person, or of nobody. */
export const assignedListTag = { type: "Desk", id: "ASSIGNED" } as const;
const assigneesTag = { type: "Desk", id: "ASSIGNEES" } as const;

const deskApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderNotes: build.query<OrderNotes, number>({
      query: (orderId) => ({ url: "/order/notes/", params: { orderId } }),
      transformResponse: (notes: Note[], meta: unknown) => {
        const { isErased } = (meta as ApiMeta).body as unknown as NotesOut;
        return { notes, isErased };
      },
      providesTags: (_notes, _error, orderId) => [{ type: "OrderNote", id: orderId }],
    }),
    addOrderNote: build.mutation<Note, NoteIn>({
      query: (body) => ({ url: "/order/notes/", method: "POST", body }),
      invalidatesTags: (_note, error, { orderId }) => (error ? [] : [{ type: "OrderNote", id: orderId }]),
    }),
    assignees: build.query<AssigneesOut, void>({
      query: () => "/order/assignment/",
      providesTags: [assigneesTag],
    }),
    assignOrder: build.mutation<Desk, AssignmentIn>({
      query: (body) => ({ url: "/order/assignment/", method: "POST", body }),
    }),
  }),
});

export const { useOrderNotesQuery, useAddOrderNoteMutation, useAssigneesQuery } = deskApi;

/** Assigns an order to a member of staff or to nobody. After a conflict it shows the assignment of the colleague. */
export function assignOrder(orderId: number, adminId: number | null): Thunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    const present = selectDesk(getState() as DeskState, orderId) ?? noDesk(orderId);
    if ((present.assignee?.id ?? null) === adminId) return true;
    const wanted = { orderId, adminId, version: present.version };
    const { data, error } = await dispatch(deskApi.endpoints.assignOrder.initiate(wanted));
    const now = data ?? deskOfRefusal(error);
    if (now) dispatch(deskSeen([now]));
    if (data) dispatch(api.util.invalidateTags([assigneesTag, assignedListTag, { type: "Desk", id: orderId }]));
    else dispatch(failureShown(error, refusalText(orderId, error, now)));
    return data !== undefined;
  };
}

/** The current assignment, which the response to a conflict contains. */
function deskOfRefusal(error: unknown): Desk | undefined {
  return isApiError(error) && error.status === 409 ? (error.data as Desk | undefined) : undefined;
}

function refusalText(orderId: number, error: unknown, now: Desk | undefined): string {
  if (now) return `Order ${orderId} was assigned to ${now.assignee?.name ?? "nobody"} meanwhile. Nothing was changed.`;
  return errorText(error, `Order ${orderId} could not be assigned. Please try again.`);
}

/** Events name orders that no list shows. From time to time those are forgotten; each shown list names its own again. */
function renewDesks(): Thunk {
  return (dispatch, getState) => {
    if (!selectIsToRenew(getState() as DeskState)) return;
    dispatch(desksRenewed());
    dispatch(api.util.invalidateTags(["Desk"]));
  };
}

/** `data` of `desk.assigned`. */
export type AssignmentChange = Desk & { changedBy: string };

/** `desk.assigned`: shows the new person in every list and page, and fetches the lists that it enters or leaves. */
export function orderAssigned({ changedBy, ...desk }: AssignmentChange): Thunk {
  return (dispatch, getState) => {
    const known = selectDesk(getState() as DeskState, desk.orderId);
    const { orderId, assignee, version, notes } = desk;
    dispatch(deskSeen([{ orderId, assignee, version, notes }]));
    dispatch(renewDesks());
    if (known && known.version >= version) return;
    dispatch(api.util.invalidateTags([assigneesTag, assignedListTag, { type: "Desk", id: orderId }]));
    dispatch(said(`${changedBy} assigned order ${orderId} to ${assignee?.name ?? "nobody"}`));
  };
}

/** `desk.note_added`: shows the number of notes, and fetches the notes where they are open. */
export function orderNoteAdded({ orderId, notes }: { orderId: number; notes: number }): Thunk {
  return (dispatch) => {
    dispatch(notesSeen({ orderId, notes }));
    dispatch(renewDesks());
    dispatch(api.util.invalidateTags([{ type: "OrderNote", id: orderId }]));
  };
}

/** `customer.erased`: the closed orders of an account have lost their notes and all other personal data. */
export function accountErased({ orderIds }: { orderIds: number[] }): Thunk {
  return (dispatch) => {
    dispatch(ordersErased(orderIds));
    dispatch(renewDesks());
    dispatch(api.util.invalidateTags(["Customer", "Order", "Return", "OrderNote"]));
  };
}
