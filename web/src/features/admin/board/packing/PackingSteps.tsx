import { Check } from "lucide-react";
import type { Shipment } from "@/features/admin/board/shipping/shipment";
import { lacksHuids } from "@/shared/admin/orders/huidsApi";
import { pluralize } from "@/shared/format";
import { isWeighed } from "./enteredWeights";
import type { Piece } from "./pieces";
import type { PackingTexts } from "./usePackingTexts";

interface PackingStepsProps {
  pieces: Piece[];
  weights: PackingTexts;
  shipment: Shipment;
  isPrinted: boolean;
  isPacked: boolean;
}

/** The steps of packing this order that are done, and the next one. */
export function PackingSteps({ pieces, weights, shipment, isPrinted, isPacked }: PackingStepsProps) {
  const open = pieces.filter(({ isOpen }) => isOpen);
  const count = open.reduce((sum, { item }) => sum + item.productQuantity, 0);
  const hallmarked = open.filter(({ item }) => item.hallmark);
  const steps = [
    {
      name: count > 0 ? `Take ${pluralize(count, "piece")}` : "Take the pieces",
      isDone: open.every(({ isDone }) => isDone),
    },
    {
      name: hallmarked.length > 0 ? "Weigh and mark" : "Weigh",
      isDone: hallmarked.every(({ item }) => !lacksHuids(item)) && open.every((piece) => isWeighed(piece, weights)),
    },
    { name: "Courier", isDone: Boolean(shipment.courier && shipment.number) },
    { name: "Print", isDone: isPrinted },
    { name: "Packed", isDone: isPacked },
  ];
  const now = isPacked ? -1 : steps.findIndex(({ isDone }) => !isDone);
  return (
    <ol className="pstep" aria-label="Steps">
      {steps.map(({ name, isDone }, index) => (
        <li
          key={name}
          className={isDone ? "done" : index === now ? "now" : undefined}
          aria-current={index === now ? "step" : undefined}
        >
          {isDone ? (
            <Check className="ico ico-16" role="img" aria-label="done" />
          ) : (
            <span className="num">{index + 1}</span>
          )}
          {name}
        </li>
      ))}
    </ol>
  );
}
