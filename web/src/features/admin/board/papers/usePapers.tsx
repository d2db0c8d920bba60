import { type ReactNode, useCallback, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { useDispatch } from "react-redux";
import { type PieceToPack, useLazyPiecesToPackQuery } from "@/shared/admin/orders/packingApi";
import type { Order } from "@/shared/api/types";
import { failureShown } from "@/shared/toasts/toastsSlice";
import { AddressLabel } from "./AddressLabel";
import { PackingSlip } from "./PackingSlip";

export type PaperKind = "slips" | "labels" | "both";

interface Papers {
  orders: Order[];
  kind: PaperKind;
  stored: PieceToPack[];
}

/** The server returns the bins of at most a hundred orders at once. */
const maxPerRequest = 100;

/** Prints slips and labels of many orders at once, each on a page of its own. `papers` has to be rendered. */
export function usePapers(): { print: (orders: Order[], kind: PaperKind) => Promise<void>; papers: ReactNode } {
  const dispatch = useDispatch();
  const [load] = useLazyPiecesToPackQuery();
  const [shown, setShown] = useState<Papers | null>(null);

  const print = useCallback(
    async (orders: Order[], kind: PaperKind) => {
      const stored: PieceToPack[] = [];
      for (let from = 0; kind !== "labels" && from < orders.length; from += maxPerRequest) {
        const ids = orders.slice(from, from + maxPerRequest).map(({ id }) => id);
        const { data, error } = await load(ids, true);
        if (error) dispatch(failureShown(error, "The bins could not be loaded, so nothing was printed"));
        if (!data) return;
        stored.push(...data);
      }
      flushSync(() => setShown({ orders, kind, stored }));
      await Promise.all([...document.querySelectorAll<HTMLImageElement>(".papers img")].map(decoded));
      document.body.classList.add("prints-papers");
      window.addEventListener(
        "afterprint",
        () => {
          document.body.classList.remove("prints-papers");
          setShown(null);
        },
        { once: true },
      );
      window.print();
    },
    [dispatch, load],
  );
  return { print, papers: shown && createPortal(<PaperSheets {...shown} />, document.body) };
}

/** A picture that cannot be loaded must not prevent printing. */
const decoded = (image: HTMLImageElement) => image.decode?.().catch(() => undefined);

function PaperSheets({ orders, kind, stored }: Papers) {
  return (
    <div className="papers" data-bs-theme="light">
      {orders.map((order) => (
        <div key={order.id}>
          {kind !== "labels" && (
            <PackingSlip order={order} stored={stored.filter(({ orderId }) => orderId === order.id)} />
          )}
          {kind !== "slips" && <AddressLabel order={order} />}
        </div>
      ))}
    </div>
  );
}
