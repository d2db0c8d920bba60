import { useState } from "react";
import type { ListArgs } from "@/shared/admin/list/listQuery";
import type { Return } from "@/shared/orders/returnsApi";

/**
 * The return beside the list: the chosen one, else the first of the list as it was when it was opened. A decision
 * removes a return from its list. It stays shown, so that a key pressed twice does not decide about the next one.
 */
export function useShownReturn(list: ListArgs, rows: Return[] | undefined, chosen: number | null) {
  const [first, setFirst] = useState<{ list: ListArgs; id: number }>();
  if (rows?.[0] && first?.list !== list) setFirst({ list, id: rows[0].id });
  const shown = chosen ?? (first?.list === list ? first.id : null);
  const at = rows?.findIndex(({ id }) => id === shown) ?? -1;
  const [place, setPlace] = useState(0);
  if (at >= 0 && at !== place) setPlace(at);
  /** The listed return this many steps from the shown one, or from its last place in the list. */
  const rowFrom = (step: 1 | -1) => rows?.[at >= 0 ? at + step : place + Math.min(step, 0)];
  return { shown, rowFrom };
}
