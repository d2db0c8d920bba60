import { api } from "@/shared/api/api";
import type { ApiMeta } from "@/shared/api/baseQuery";
import { type ListArgs, type ListPage, pagesOf } from "@/shared/portal/lists";

export const entities = [
  "category",
  "product",
  "picture",
  "gold rate",
  "vendor",
  "order",
  "customer",
  "review",
  "staff",
  "delivery",
] as const;

/** One field: what it was and what it is; of a secret only that it changed. */
export interface Change {
  field: string;
  from: unknown;
  to: unknown;
  secret: boolean;
}

/** One change by one person; `label` is what the thing was called then. */
export interface Entry {
  id: string;
  at: string;
  actor: string;
  action: "added" | "changed" | "deleted" | "retried" | "discarded";
  entity: (typeof entities)[number];
  entityId: number | null;
  label: string | null;
  changes: Change[];
  requestId: string | null;
}

export interface Actor {
  id: number;
  name: string;
}

interface AuditPage extends ListPage<Entry> {
  /** Whom the list can be narrowed to. */
  actors: Actor[];
}

const pages = pagesOf<Entry>("/audit/");

const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    audit: build.infiniteQuery<AuditPage, ListArgs, string | null>({
      ...pages,
      transformResponse: (rows: Entry[], meta: unknown) => ({
        ...pages.transformResponse(rows, meta),
        actors: ((meta as ApiMeta).body.actors as Actor[] | undefined) ?? [],
      }),
      providesTags: ["Audit"],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useAuditInfiniteQuery } = auditApi;
