import { type ListArgs, type ListPage, listEndpoint } from "@/shared/admin/list/listQuery";
import { api } from "@/shared/api/api";
import type {
  ConsumerOut,
  DeadLetterOut,
  FindingOut,
  PaymentNoticeOut,
  ProcessOut,
  QueueOut,
  StandingOut,
} from "@/shared/api/schema";

/** Durations are in seconds, unless the name ends in ms. */
export type HealthReport = StandingOut;
export type Level = StandingOut["level"];
export type Finding = FindingOut;
export type Queue = QueueOut;
export type Consumer = ConsumerOut;
export type Process = ProcessOut;
export type PaymentNotice = PaymentNoticeOut;
export type DeadLetter = DeadLetterOut;

interface DeadLetterAction {
  flag: "retry" | "discard";
  ids?: number[];
  all?: boolean;
}

const operationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    healthReport: build.query<HealthReport, void>({
      query: () => "/operations/",
      providesTags: ["Operations"],
      keepUnusedDataFor: 0,
    }),
    deadLetters: build.infiniteQuery<ListPage<DeadLetter>, ListArgs, string | null>({
      ...listEndpoint<DeadLetter>("/operations/dead/"),
      providesTags: ["Operations"],
      keepUnusedDataFor: 0,
    }),
    paymentNotices: build.query<PaymentNotice[], void>({
      query: () => "/payment/notices/",
      providesTags: ["Operations"],
      keepUnusedDataFor: 0,
    }),
    markNoticeSeen: build.mutation<PaymentNotice, number>({
      query: (id) => ({ url: "/payment/notices/", method: "POST", body: { id } }),
      invalidatesTags: ["Operations", "Audit"],
    }),
    resolveDeadLetters: build.mutation<{ ids: number[] }, DeadLetterAction>({
      query: ({ flag, ids, all }) => ({
        url: "/operations/dead/",
        method: "POST",
        params: { flag },
        body: all ? { all } : { ids },
      }),
      // Invalidate after errors too: another admin may have acted first.
      invalidatesTags: ["Operations", "Audit"],
    }),
  }),
});

export const {
  useHealthReportQuery,
  useDeadLettersInfiniteQuery,
  useResolveDeadLettersMutation,
  usePaymentNoticesQuery,
  useMarkNoticeSeenMutation,
} = operationsApi;
