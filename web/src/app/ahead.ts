import { loadPage } from "./routes";

/** The way of most shoppers, and what opens on it, in the order in which they come to it. */
const steps = [
  () => loadPage("/products"),
  () => loadPage("/1"),
  () => import("./layout/Suggestions"),
  () => import("@/shared/ui/QuickView"),
  () => loadPage("/login"),
  () => loadPage("/shopping-cart"),
  () => loadPage("/check-out"),
  () => import("@/features/checkout/PriceChange"),
  () => loadPage("/order-confirm"),
];

/** Fetch it while there is nothing else to do, file by file, so that no tap waits for a file on a slow network. */
export async function fetchAhead(): Promise<void> {
  const { saveData } = (navigator as { connection?: { saveData?: boolean } }).connection ?? {};
  if (saveData || !navigator.onLine) return;
  if (document.readyState !== "complete") {
    await new Promise((loaded) => window.addEventListener("load", loaded, { once: true }));
  }
  for (const fetchStep of steps) await fetchStep();
}
