import { api } from "@/shared/api/api";
import type { ApiMeta } from "@/shared/api/baseQuery";
import type {
  EndpointEditIn,
  EndpointIn,
  EndpointList,
  EndpointOut,
  SecretOut,
  WebhookDeliveryOut,
} from "@/shared/api/schema";

/** A webhook endpoint with its figures of the last 24 hours. */
export type Endpoint = EndpointOut;
export type EndpointEdit = EndpointEditIn;
export type NewEndpoint = SecretOut;
export type EventType = NonNullable<EndpointIn["types"]>[number];
export type Delivery = WebhookDeliveryOut;
export type DeliveryFilter = "all" | "failed" | "waiting" | "dead";

interface Webhooks {
  endpoints: Endpoint[];
  /** All types of events, each with its description. */
  types: Record<string, string>;
  kept: number;
  /** The log has more events than are counted. */
  moreKept: boolean;
  keptSince: string | null;
  position: number;
}

interface DeliveryPage {
  deliveries: Delivery[];
  counts: Record<string, number>;
  nextCursor: string | null;
}

const webhooksApi = api.injectEndpoints({
  endpoints: (build) => ({
    webhooks: build.query<Webhooks, void>({
      query: () => "/admin/webhooks/",
      transformResponse: (endpoints: Endpoint[], meta: unknown) => {
        const { types, kept, moreKept, keptSince, position } = (meta as ApiMeta).body as unknown as EndpointList;
        return { endpoints, types, kept, moreKept, keptSince, position };
      },
      providesTags: [{ type: "Webhook", id: "list" }],
      keepUnusedDataFor: 0,
    }),
    webhookDeliveries: build.query<DeliveryPage, { endpointId: number; state: DeliveryFilter; cursor?: string }>({
      query: (params) => ({ url: "/admin/webhooks/deliveries/", params }),
      transformResponse: (deliveries: Delivery[], meta: unknown) => {
        const { counts, nextCursor } = (meta as ApiMeta).body as unknown as DeliveryPage;
        return { deliveries, counts, nextCursor };
      },
      providesTags: (_page, _error, { endpointId }) => [{ type: "Webhook", id: endpointId }],
      keepUnusedDataFor: 0,
    }),
    addWebhook: build.mutation<NewEndpoint, EndpointIn>({
      query: (body) => ({ url: "/admin/webhooks/", method: "POST", body }),
      invalidatesTags: ["Webhook", "Audit"],
    }),
    changeWebhook: build.mutation<Endpoint, { id: number; changes: EndpointEdit }>({
      query: ({ id, changes }) => ({ url: "/admin/webhooks/", params: { id }, method: "POST", body: changes }),
      invalidatesTags: ["Webhook", "Audit"],
    }),
    changeWebhookSecret: build.mutation<NewEndpoint, number>({
      query: (id) => ({ url: "/admin/webhooks/secret/", params: { id }, method: "POST", body: {} }),
      invalidatesTags: ["Webhook", "Audit"],
    }),
    testWebhook: build.mutation<unknown, number>({
      query: (id) => ({ url: "/admin/webhooks/test/", params: { id }, method: "POST", body: {} }),
      invalidatesTags: ["Webhook"],
    }),
    retryWebhook: build.mutation<{ count: number }, { id: number; ids?: number[] }>({
      query: ({ id, ids }) => ({
        url: "/admin/webhooks/retry/",
        params: { id },
        method: "POST",
        body: ids ? { ids } : {},
      }),
      invalidatesTags: ["Webhook", "Audit"],
    }),
    replayWebhook: build.mutation<{ count: number }, { id: number; since: string }>({
      query: ({ id, since }) => ({ url: "/admin/webhooks/replay/", params: { id }, method: "POST", body: { since } }),
      invalidatesTags: ["Webhook", "Audit"],
    }),
    removeWebhook: build.mutation<null, number>({
      query: (id) => ({ url: "/admin/webhooks/", params: { id }, method: "DELETE" }),
      invalidatesTags: ["Webhook", "Audit"],
    }),
  }),
});

export const {
  useWebhooksQuery,
  useWebhookDeliveriesQuery,
  useAddWebhookMutation,
  useChangeWebhookMutation,
  useChangeWebhookSecretMutation,
  useTestWebhookMutation,
  useRetryWebhookMutation,
  useReplayWebhookMutation,
  useRemoveWebhookMutation,
} = webhooksApi;
