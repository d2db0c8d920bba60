import { startTransition, useCallback, useOptimistic } from "react";
import { type Location, useLocation, useSearchParams } from "react-router";

/** New values of URL parameters; an empty value removes one. */
export type UrlChange = Record<string, string | number | null | undefined>;

/**
 * The latest parameters that were chosen at a location. Each caller of the hook has its own optimistic state, so
 * without this, a control would discard a choice in another control that the router has not applied yet.
 */
const chosen = new WeakMap<Location, URLSearchParams>();

/** The URL parameters as state. The router applies a new URL later; the optimistic state shows a choice at once. */
export function useUrlParams() {
  const location = useLocation();
  const [address, setAddress] = useSearchParams();
  const [optimistic, setOptimistic] = useOptimistic(address);
  const params = chosen.get(location) ?? optimistic;
  const change = useCallback(
    (next: UrlChange, { replace = false } = {}) => {
      const changed = new URLSearchParams(chosen.get(location) ?? address);
      for (const [name, value] of Object.entries(next)) {
        if (value === null || value === undefined || value === "") changed.delete(name);
        else changed.set(name, String(value));
      }
      chosen.set(location, changed);
      startTransition(() => {
        setOptimistic(changed);
        setAddress(changed, { replace, preventScrollReset: true });
      });
    },
    [location, address, setOptimistic, setAddress],
  );
  return { params, change };
}
