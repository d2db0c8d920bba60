import { Check, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { deviation, deviationText, isOff, orderedWeight } from "@/features/admin/board/weightDifference";
import { grams } from "@/shared/format";
import { itemTitle } from "@/shared/product/sizeText";
import { readWeight, weightFields } from "./enteredWeights";
import type { Piece } from "./pieces";
import { type WeightStore, weightFieldId } from "./useWeights";

interface PieceWeightProps {
  piece: Piece;
  weights: WeightStore;
  /** A scanner typed something else into the field. */
  onScan: (text: string) => void;
}

/** The weights of the pieces on the scale, beside the ordered weight. A difference is shown, and prevents nothing. */
export function PieceWeight({ piece, weights, onScan }: PieceWeightProps) {
  const { item, isOpen, isDone } = piece;
  const { itemId, productQuantity: quantity } = item;
  const fields = isOpen ? weightFields(piece, weights.texts) : [];
  const [focused, setFocused] = useState<number | null>(null);
  const isRead = isDone && focused === null && fields.every((text) => readWeight(text) !== null);
  return (
    <div className="wfield">
      <span className="wlabel">{item.grossWeight === null ? "Weight" : "Gross weight"}</span>
      {!isOpen && <div className="big num">{grams(orderedWeight(item))}</div>}
      {fields.map((text, at) => {
        const id = weightFieldId(itemId, at);
        const name = `Weight of ${itemTitle(item)}${quantity > 1 ? `, piece ${at + 1} of ${quantity}` : ""}`;
        return (
          <div key={id} className="weighed">
            {isRead ? (
              <div className="big num">{grams(readWeight(text))}</div>
            ) : (
              <input
                id={id}
                className="form-control big num"
                inputMode="decimal"
                autoComplete="off"
                maxLength={20}
                placeholder="0.00"
                aria-label={name}
                aria-describedby={`${id}-says`}
                aria-invalid={text !== "" && readWeight(text) === null}
                value={text}
                onFocus={() => setFocused(at)}
                onBlur={() => setFocused(null)}
                onChange={({ target }) => weights.change(itemId, at, target.value)}
                onKeyDown={(event) => {
                  if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
                  event.preventDefault();
                  event.currentTarget.blur();
                  if (text === "" || readWeight(text) !== null) return;
                  weights.change(itemId, at, "");
                  onScan(text);
                }}
              />
            )}
            <Verdict id={`${id}-says`} text={text} piece={piece} />
          </div>
        );
      })}
      {isOpen && isRead && (
        <button
          type="button"
          className="textlink"
          aria-label={`Weigh ${itemTitle(item)} again`}
          onClick={() => weights.again(itemId)}
        >
          Weigh again
        </button>
      )}
    </div>
  );
}

function Verdict({ id, text, piece: { item } }: { id: string; text: string; piece: Piece }) {
  const weight = readWeight(text);
  if (weight === null) {
    return (
      <div id={id} className={text === "" ? "sub num" : "sub bad"}>
        {text === "" ? `of ${grams(orderedWeight(item))}` : "no weight in grams"}
      </div>
    );
  }
  const difference = deviation(weight, item);
  const off = isOff(difference);
  const Sign = off ? TriangleAlert : Check;
  return (
    <div id={id} className={`sub num ${off ? "off" : "good"}`} role="status">
      <Sign className="ico ico-14" aria-hidden="true" /> {deviationText(difference)}
    </div>
  );
}
