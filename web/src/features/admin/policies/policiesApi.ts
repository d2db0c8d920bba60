import { type ListPage, listEndpoint } from "@/shared/admin/list/listQuery";
import { api } from "@/shared/api/api";
import type { PolicyIn, PolicyOut, PolicyPreviewOut, PolicyVersionOut } from "@/shared/api/schema";

export type PolicyVersion = PolicyVersionOut;

const versions = listEndpoint<PolicyVersion>("/policy/", { flag: "versions" });

const policiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The versions of a policy page, newest first. */
    policyVersions: build.infiniteQuery<ListPage<PolicyVersion>, string, string | null>({
      ...versions,
      query: ({ queryArg, pageParam }) =>
        versions.query({ queryArg: { search: "", sort: "", filters: { page: queryArg } }, pageParam }),
      providesTags: ["Policy"],
    }),
    previewPolicy: build.query<PolicyPreviewOut, string>({
      query: (text) => ({ url: "policy/", params: { flag: "preview" }, method: "POST", body: { text } }),
      keepUnusedDataFor: 0,
    }),
    savePolicy: build.mutation<PolicyOut, PolicyIn>({
      query: (body) => ({ url: "policy/", method: "POST", body }),
      invalidatesTags: ["Policy"],
    }),
  }),
});

export const { usePolicyVersionsInfiniteQuery, usePreviewPolicyQuery, useSavePolicyMutation } = policiesApi;
