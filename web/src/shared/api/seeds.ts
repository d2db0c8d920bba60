import { api } from "./api";
import type { ApiMeta } from "./baseQuery";
import { listOf } from "./catalogue";
import type { Product } from "./types";

/** What the served page brought along: answers of the API, and the last event that they know of. */
interface Seeds {
  after: number;
  answers: { endpoint: string; arg: unknown; body: Record<string, unknown> }[];
}

interface SeededStore {
  dispatch(action: ReturnType<typeof api.util.upsertQueryEntries>): unknown;
}

/** How each endpoint reads an answer. */
const readers: Record<string, (body: Record<string, unknown>) => unknown> = {
  getContact: (body) => body.data,
  getCategories: (body) => body.data,
  getGoldRates: (body) => body.data,
  getProduct: (body) => body.data,
  getShelf: (body) => readList(body),
  getProductList: (body) => ({ pages: [readList(body)], pageParams: [null] }),
};

const readList = (body: Record<string, unknown>) => listOf(body.data as Product[], { body } satisfies ApiMeta);

/** Put the answers where the first render looks for them. Returns the event after which the page has to catch up. */
export function seedFrom(document: Document, store: SeededStore): number | undefined {
  const text = document.getElementById("seeds")?.textContent;
  if (!text) return undefined;
  const { after, answers } = JSON.parse(text) as Seeds;
  const entries = answers.map(({ endpoint, arg, body }) => ({
    endpointName: endpoint,
    arg,
    value: readers[endpoint]?.(body),
  }));
  store.dispatch(api.util.upsertQueryEntries(entries as Parameters<typeof api.util.upsertQueryEntries>[0]));
  return after;
}
