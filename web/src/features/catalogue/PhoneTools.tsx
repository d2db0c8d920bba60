import { SlidersHorizontal } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { counted } from "@/shared/format";
import type { Sort } from "./listing";
import { SortBox } from "./SortBox";

const Sheet = lazy(() => import("@/shared/ui/Sheet").then((file) => ({ default: file.Sheet })));

interface PhoneToolsProps {
  sort: Sort;
  onSort: (sort: string) => void;
  chosen: number;
  /** How many pieces the filters leave. */
  found: number | null | undefined;
  /** The filters. */
  children: ReactNode;
}

/** On a phone the filters come up as a sheet. */
export function PhoneTools({ sort, onSort, chosen, found, children }: PhoneToolsProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="phone-tools">
      <button type="button" className="btn btn-ghost" onClick={() => setOpen(true)}>
        <SlidersHorizontal className="ico" aria-hidden="true" />
        Filter{chosen > 0 && ` (${chosen})`}
      </button>
      <SortBox sort={sort} onSort={onSort} />
      {open && (
        <Suspense>
          <Sheet
            title="Filter"
            onClose={() => setOpen(false)}
            footer={
              <button type="button" className="btn btn-primary w-100" onClick={() => setOpen(false)}>
                {found == null ? "Show the pieces" : `Show ${counted(found, "piece")}`}
              </button>
            }
          >
            <div className="filters">{children}</div>
          </Sheet>
        </Suspense>
      )}
    </div>
  );
}
