import { Printer } from "lucide-react";
import { AddressLabel } from "@/features/admin/board/papers/AddressLabel";
import { PackingSlip } from "@/features/admin/board/papers/PackingSlip";
import type { Parcel } from "@/features/admin/board/papers/parcelItems";
import type { PieceToPack } from "@/shared/admin/orders/packingApi";

interface PaperPanelProps {
  parcel: Parcel;
  stored: PieceToPack[];
  onPrint: () => void;
}

/** The slip and the label of a parcel, and the button that prints them. */
export function PaperPanel({ parcel, stored, onPrint }: PaperPanelProps) {
  return (
    <section className="panel low paper-panel" aria-label="Slip and label">
      <div className="panel-h">
        <h2>Slip and label</h2>
      </div>
      <div className="paper-preview" aria-hidden="true">
        <div className="sheet-a5">
          <PackingSlip parcel={parcel} stored={stored} />
        </div>
        <div className="sheet-a6">
          <AddressLabel parcel={parcel} />
        </div>
      </div>
      <div className="panel-b paper-acts">
        <span className="sub">A5 and A6</span>
        <button type="button" className="btn btn-line btn-sm" onClick={onPrint}>
          <Printer className="ico ico-16" aria-hidden="true" />
          Print both <kbd>L</kbd>
        </button>
      </div>
    </section>
  );
}
