import { api } from "./api";
import type { ApiMeta } from "./baseQuery";
import { listOf } from "./catalogue";
import type { Product } from "./types";

/** The preloaded data of a served page: responses of the API and the last event that they include. */
interface PreloadedState {
  after: number;
  answers: { endpoint: string; arg: unknown; body: Record<string, unknown> }[];
}

interface PreloadableStore {
  dispatch(action: ReturnType<typeof api.util.upsertQueryEntries>): unknown;
}

/** Reads the response of each endpoint. */
const readers: Record<string, (body: Record<string, unknown>) => unknown> = {
  getAddresses: (body) => body.data,
  getCart: (body) => body,
  getContact: (body) => body.data,
  getPolicy: (body) => body.data,
  getCategories: (body) => body.data,
  getGoldRates: (body) => body.data,
  getProduct: (body) => body.data,
  getShop: (body) => body.data,
  getTopProducts: (body) => readList(body),
  getProductList: (body) => ({ pages: [readList(body)], pageParams: [null] }),
};

const readList = (body: Record<string, unknown>) => listOf(body.data as Product[], { body } satisfies ApiMeta);

/**
 * Inserts the responses into the cache, and removes them from the document, where they would outlast a sign-out.
 * Returns the last event that they include.
 */
export function loadPreloadedState(document: Document, store: PreloadableStore): number | undefined {
  const element = document.getElementById("preloaded-state");
  const text = element?.textContent;
  if (!text) return undefined;
  element.remove();
  const { after, answers } = JSON.parse(text) as PreloadedState;
  const entries = answers.map(({ endpoint, arg, body }) => {
    return { endpointName: endpoint, arg, value: readers[endpoint]?.(body) };
  });
  store.dispatch(api.util.upsertQueryEntries(entries as Parameters<typeof api.util.upsertQueryEntries>[0]));
  return after;
}
