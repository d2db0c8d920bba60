import { startTransition, useCallback, useOptimistic } from "react";
import { useSearchParams } from "react-router";

/** New values of URL parameters; an empty value removes one. */
export type UrlChange = Record<string, string | number | null | undefined>;

/** The URL parameters as state. The router applies a new URL later; the optimistic state shows a choice at once. */
export function useUrlParams() {
  const [address, setAddress] = useSearchParams();
  const [params, setOptimistic] = useOptimistic(address);
  const change = useCallback(
    (next: UrlChange, { replace = false } = {}) => {
      const changed = new URLSearchParams(params);
      for (const [name, value] of Object.entries(next)) {
        if (value === null || value === undefined || value === "") changed.delete(name);
        else changed.set(name, String(value));
      }
      startTransition(() => {
        setOptimistic(changed);
        setAddress(changed, { replace, preventScrollReset: true });
      });
    },
    [params, setOptimistic, setAddress],
  );
  return { params, change };
}
