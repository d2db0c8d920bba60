import { type ListArgs, type ListPage, listEndpoint } from "@/shared/admin/list/listQuery";
import { api } from "@/shared/api/api";
import type {
  AttemptOut,
  ConsumerOut,
  DeadLetterOut,
  DeadLettersDone,
  DeliveryHistoryOut,
  FindingOut,
  OperationsOut,
  PaymentNoticeOut,
  ProcessOut,
  QueueOut,
  WaitingDeliveryOut,
} from "@/shared/api/schema";

/** Durations are in seconds, unless the name ends in ms. */
export type HealthReport = OperationsOut;
export type Level = OperationsOut["level"];
export type Finding = FindingOut;
export type Queue = QueueOut;
export type Consumer = ConsumerOut;
export type Process = ProcessOut;
export type PaymentNotice = PaymentNoticeOut;
export type DeadLetter = DeadLetterOut;
export type DeliveryHistory = DeliveryHistoryOut;
export type DeliveryStep = AttemptOut;
export type WaitingDelivery = WaitingDeliveryOut;

interface DeadLetterAction {
  flag: "retry" | "discard";
  ids?: number[];
  consumer?: string;
  all?: true;
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
    deliveryHistory: build.query<DeliveryHistory, number>({
      query: (id) => ({ url: "/operations/delivery/", params: { id } }),
      providesTags: ["Operations"],
      keepUnusedDataFor: 0,
    }),
    waitingDeliveries: build.query<WaitingDelivery[], string>({
      query: (queue) => ({ url: "/operations/waiting/", params: { queue } }),
      providesTags: ["Operations"],
      keepUnusedDataFor: 0,
    }),
    switchQueue: build.mutation<unknown, { flag: "pause" | "resume"; queue: string }>({
      query: ({ flag, queue }) => ({ url: "/operations/queue/", method: "POST", params: { flag }, body: { queue } }),
      // Invalidate after errors too: another operator may have acted first.
      invalidatesTags: ["Operations", "Audit"],
    }),
    resolveDeadLetters: build.mutation<DeadLettersDone, DeadLetterAction>({
      query: ({ flag, ...choice }) => ({ url: "/operations/dead/", method: "POST", params: { flag }, body: choice }),
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
  useDeliveryHistoryQuery,
  useWaitingDeliveriesQuery,
  useSwitchQueueMutation,
} = operationsApi;
