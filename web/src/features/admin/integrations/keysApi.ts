import { api } from "@/shared/api/api";
import type { ApiKeyIn, ApiKeyOut, NewApiKeyOut } from "@/shared/api/schema";

/** An API key; the key itself is shown once, when it is made. */
export type ApiKey = ApiKeyOut;
export type NewApiKey = NewApiKeyOut;
export type Scope = ApiKeyIn["scopes"][number];

const keysApi = api.injectEndpoints({
  endpoints: (build) => ({
    apiKeys: build.query<ApiKey[], void>({
      query: () => "/admin/keys/",
      providesTags: ["ApiKey"],
      keepUnusedDataFor: 0,
    }),
    makeApiKey: build.mutation<NewApiKey, ApiKeyIn>({
      query: (body) => ({ url: "/admin/keys/", method: "POST", body }),
      invalidatesTags: ["ApiKey", "Audit"],
    }),
    revokeApiKey: build.mutation<ApiKey, number>({
      query: (id) => ({ url: "/admin/keys/", params: { id }, method: "DELETE" }),
      // Invalidate after errors too: another admin may have revoked it first.
      invalidatesTags: ["ApiKey", "Audit"],
    }),
  }),
});

export const { useApiKeysQuery, useMakeApiKeyMutation, useRevokeApiKeyMutation } = keysApi;
