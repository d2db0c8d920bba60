import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { pluralize } from "@/shared/format";
import { lazyDialog } from "@/shared/ui/lazyPart";
import { SortSelect, type SortSelectProps } from "./SortSelect";

const Dialog = lazyDialog(() => import("@/shared/ui/Dialog").then((file) => file.Dialog));

interface MobileListToolsProps extends SortSelectProps {
  chosen: number;
  /** The number of products that match the filters. */
  found: number | null | undefined;
  /** The filters. */
  children: ReactNode;
}

/** On a phone the filters open in a dialog. */
export function MobileListTools({ chosen, found, children, ...sorting }: MobileListToolsProps) {
  const [open, setOpen] = useState(false);
  const filters = useRef<HTMLDivElement>(null);
  const showPieces = () => {
    const wrong = filters.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!wrong) return setOpen(false);
    wrong.focus({ preventScroll: true });
    wrong.scrollIntoView({ block: "center" }); // with the reason below it
  };
  return (
    <div className="phone-tools">
      <button type="button" className="btn btn-ghost" onClick={() => setOpen(true)}>
        <SlidersHorizontal className="ico" aria-hidden="true" />
        Filter{chosen > 0 && ` (${chosen})`}
      </button>
      <SortSelect {...sorting} />
      {open && (
        <Dialog
          title="Filter"
          onClose={() => setOpen(false)}
          footer={
            <button type="button" className="btn btn-primary w-100" onClick={showPieces}>
              {found == null ? "Show the pieces" : `Show ${pluralize(found, "piece")}`}
            </button>
          }
        >
          <div className="filters" ref={filters}>
            {children}
          </div>
        </Dialog>
      )}
    </div>
  );
}
