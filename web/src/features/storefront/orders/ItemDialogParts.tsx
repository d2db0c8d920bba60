import type { OrderLine } from "@/shared/api/types";
import { rupees } from "@/shared/format";
import { NoImage } from "@/shared/product/NoImage";
import { Picture } from "@/shared/product/Picture";
import { itemTitle } from "@/shared/product/sizeText";

interface DialogItemProps {
  line: OrderLine;
  text: string;
  /** In rupees. */
  amount: number;
}

/** The item that a dialog is about. */
export function DialogItem({ line, text, amount }: DialogItemProps) {
  return (
    <div className="one">
      <span className="tile">
        {line.productImageUrl ? (
          <Picture image={{ imageUrl: line.productImageUrl, width: 64, height: 64 }} alt="" load="early" />
        ) : (
          <NoImage />
        )}
      </span>
      <div>
        <h3>{itemTitle(line)}</h3>
        <span className="small muted num">{text}</span>
      </div>
      <span className="price num">{rupees(amount)}</span>
    </div>
  );
}

interface ReasonChoiceProps {
  legend: string;
  reasons: string[];
  reason: string | undefined;
  onChoose: (reason: string) => void;
}

/** A choice of one reason. */
export function ReasonChoice({ legend, reasons, reason, onChoose }: ReasonChoiceProps) {
  return (
    <fieldset className="reasons">
      <legend>{legend}</legend>
      {reasons.map((each) => (
        <label key={each}>
          <input
            type="radio"
            className="form-check-input"
            name="reason"
            checked={reason === each}
            onChange={() => onChoose(each)}
          />
          {each}
        </label>
      ))}
    </fieldset>
  );
}
