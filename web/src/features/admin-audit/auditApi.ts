import { api } from "@/shared/api/api";
import type { ApiMeta } from "@/shared/api/baseQuery";
import type { ActorOut, ChangeOut, EntryOut } from "@/shared/api/schema";
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
  "import",
] as const satisfies readonly EntryOut["entity"][];

/** One field: what it was and what it is; of a secret only that it changed. */
export type Change = ChangeOut;
/** One change by one person; `label` is what the thing was called then. */
export type Entry = EntryOut;

interface AuditPage extends ListPage<Entry> {
  /** Whom the list can be narrowed to. */
  actors: ActorOut[];
}

const pages = pagesOf<Entry>("/audit/");

const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    audit: build.infiniteQuery<AuditPage, ListArgs, string | null>({
      ...pages,
      transformResponse: (rows: Entry[], meta: unknown) => ({
        ...pages.transformResponse(rows, meta),
        actors: ((meta as ApiMeta).body.actors as ActorOut[] | undefined) ?? [],
      }),
      providesTags: ["Audit"],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useAuditInfiniteQuery } = auditApi;
