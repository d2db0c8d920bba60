import { api } from "@/shared/api/api";
import type { ReturnIn, ReturnOut } from "@/shared/api/schema";

export type Return = ReturnOut;
export type ReturnStep = { id: number; version: number; note?: string } & (
  | { action: "withdraw" | "approve" | "decline" | "close" }
  | { action: "receive"; intoStock: boolean }
);

const returnsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The shopper's own returns, the newest first. */
    myReturns: build.query<Return[], number>({
      query: () => "return/",
      providesTags: ["Return"],
    }),
    requestReturn: build.mutation<Return, ReturnIn>({
      query: (body) => ({ url: "return/", method: "POST", body }),
      invalidatesTags: ["Return"],
    }),
    /** A refusal may mean that the list is out of date, so it is refetched after errors too. */
    stepReturn: build.mutation<Return, ReturnStep>({
      query: ({ id, ...body }) => ({ url: "return/", params: { id }, method: "POST", body }),
      invalidatesTags: ["Return"],
    }),
  }),
});

export const { useMyReturnsQuery, useRequestReturnMutation, useStepReturnMutation } = returnsApi;

/** The reasons for a return that a shopper can choose. */
export const returnReasons = [
  "It does not fit",
  "It looks different from the pictures",
  "It is damaged or faulty",
  "I changed my mind",
  "Another reason",
];

export const returnSteps = ["requested", "approved", "received", "refunded"] as const;

/** When a return took each step; a step that it did not take is missing. */
export const timesOf = ({ history }: Return) =>
  Object.fromEntries(history.map(({ status, at }) => [status, at])) as Partial<Record<Return["status"], string>>;

/** Whether the pieces stayed with the shopper, who may ask again. */
export const hasEnded = ({ status }: Return) => status === "declined" || status === "withdrawn";
