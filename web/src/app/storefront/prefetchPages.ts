import { isOnline } from "@/shared/connection/isOnline";
import { lazyParts } from "@/shared/ui/lazyPart";
import { loadPage } from "./routes";

/**
 * The chunks of the usual path of a shopper, in order of use. Those of the lazy parts follow, of the pages that are loaded
 * by then. The parts of a page that is opened later, such as My Orders, are fetched when they are first shown.
 */
const importers = [
  () => import("@/shared/toasts/placeToasts"),
  () => loadPage("/products"),
  () => loadPage("/1"),
  () => import("./layout/SearchSuggestions"),
  () => import("@/shared/product/QuickView"),
  () => loadPage("/login"),
  () => loadPage("/shopping-cart"),
  () => loadPage("/check-out"),
  () => import("@/features/storefront/checkout/PriceChangeDialog"),
  () => loadPage("/order-confirm"),
];

/** Fetch the chunks one by one while the browser is idle, so that navigation does not wait on a slow network. */
export async function prefetchPages(): Promise<void> {
  const { saveData } = (navigator as { connection?: { saveData?: boolean } }).connection ?? {};
  if (saveData || !isOnline()) return;
  if (document.readyState !== "complete") {
    await new Promise((loaded) => window.addEventListener("load", loaded, { once: true }));
  }
  for (const fetchStep of importers) await fetchStep();
  for (const load of lazyParts) await load();
}
