import { type ReactNode, useCallback, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { useDispatch } from "react-redux";
import { type PieceToPack, useLazyPiecesToPackQuery } from "@/shared/admin/orders/packingApi";
import { useLazyGetContactQuery } from "@/shared/api/contact";
import { failureShown } from "@/shared/toasts/toastsSlice";
import { AddressLabel } from "./AddressLabel";
import { PackingSlip } from "./PackingSlip";
import type { Parcel } from "./parcelItems";

export type PaperKind = "slips" | "labels" | "both";

interface Papers {
  parcels: Parcel[];
  kind: PaperKind;
  stored: PieceToPack[];
}

/** The server returns the bins of at most a hundred orders at once. */
const maxPerRequest = 100;

/**
 * Prints slips and labels of many parcels at once, each on a page of its own. `papers` has to be rendered. `print`
 * returns whether it printed.
 */
export function usePapers(): { print: (parcels: Parcel[], kind: PaperKind) => Promise<boolean>; papers: ReactNode } {
  const dispatch = useDispatch();
  const [load] = useLazyPiecesToPackQuery();
  const [loadSender] = useLazyGetContactQuery();
  const [shown, setShown] = useState<Papers | null>(null);

  const print = useCallback(
    async (parcels: Parcel[], kind: PaperKind) => {
      const orderIds = [...new Set(parcels.map(({ order }) => order.id))];
      const stored: PieceToPack[] = [];
      for (let from = 0; kind !== "labels" && from < orderIds.length; from += maxPerRequest) {
        const ids = orderIds.slice(from, from + maxPerRequest);
        const { data, error } = await load(ids, true);
        if (error) dispatch(failureShown(error, "The bins could not be loaded, so nothing was printed"));
        if (!data) return false;
        stored.push(...data);
      }
      if (kind !== "slips") {
        const { data, error } = await loadSender(undefined, true);
        if (error) dispatch(failureShown(error, "The shop's address could not be loaded, so nothing was printed"));
        if (!data) return false;
      }
      flushSync(() => setShown({ parcels, kind, stored }));
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
      return true;
    },
    [dispatch, load, loadSender],
  );
  return { print, papers: shown && createPortal(<PaperSheets {...shown} />, document.body) };
}

/** A picture that cannot be loaded must not prevent printing. */
const decoded = (image: HTMLImageElement) => image.decode?.().catch(() => undefined);

function PaperSheets({ parcels, kind, stored }: Papers) {
  return (
    <div className="papers" data-bs-theme="light">
      {parcels.map((parcel) => (
        <div key={parcel.items[0]?.itemId}>
          {kind !== "labels" && (
            <PackingSlip parcel={parcel} stored={stored.filter(({ orderId }) => orderId === parcel.order.id)} />
          )}
          {kind !== "slips" && <AddressLabel parcel={parcel} />}
        </div>
      ))}
    </div>
  );
}
