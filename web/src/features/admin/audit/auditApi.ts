import { type ListArgs, type ListPage, listEndpoint } from "@/shared/admin/list/listQuery";
import { api } from "@/shared/api/api";
import type { ApiMeta } from "@/shared/api/baseQuery";
import type { ActorOut, ChangeOut, EntryOut } from "@/shared/api/schema";

export const entities = [
  "category",
  "product",
  "picture",
  "gold rate",
  "vendor",
  "policy",
  "order",
  "customer",
  "review",
  "staff",
  "delivery",
  "queue",
  "payment notice",
  "import",
  "api key",
  "webhook",
  "view",
] as const satisfies readonly EntryOut["entity"][];

/** One field with its old and new value; for a secret field only the fact that it changed. */
export type Change = ChangeOut;
/** One change by one person; `label` is the name of the entity at that time. */
export type Entry = EntryOut;

interface AuditPage extends ListPage<Entry> {
  /** The people by whom the list can be filtered. */
  actors: ActorOut[];
}

const pages = listEndpoint<Entry>("/audit/");

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
