import { startTransition, useCallback, useOptimistic } from "react";
import { useSearchParams } from "react-router";

/** What is to stand in the address; nothing in the place of a value takes it out. */
export type AddressChange = Record<string, string | number | null | undefined>;

/** The page's address as its state. The router takes a new one in its own time; a choice shows at once. */
export function useAddress() {
  const [address, setAddress] = useSearchParams();
  const [params, showAtOnce] = useOptimistic(address);
  const change = useCallback(
    (next: AddressChange, { replace = false } = {}) => {
      const changed = new URLSearchParams(params);
      for (const [name, value] of Object.entries(next)) {
        if (value === null || value === undefined || value === "") changed.delete(name);
        else changed.set(name, String(value));
      }
      startTransition(() => {
        showAtOnce(changed);
        setAddress(changed, { replace, preventScrollReset: true });
      });
    },
    [params, showAtOnce, setAddress],
  );
  return { params, change };
}
