import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { grams, rupees } from "@/shared/format";
import { carats } from "@/shared/product/stones";
import type { ProductValues } from "./productValues";
import { type RowColumn, RowsField, useFormRows } from "./RowsField";
import { blankStone, maxKinds, type StoneRow, stoneFault, stonesRule, stonesText, totalsOf } from "./stoneValues";

const figures: RowColumn<keyof StoneRow>[] = [
  { name: "count", label: "Count", isRequired: true },
  { name: "carats", label: "Carats", unit: "ct", isRequired: true },
  { name: "charge", label: "Charge", unit: "₹", isRequired: true },
];

const kinds = ["Diamond", "Ruby", "Emerald", "Sapphire", "Pearl", "Polki, uncut diamond", "Kundan"];

/** The stones of a product: a row for each kind. Carats and charge are those of all stones of the kind. */
export function StonesField({ form }: { form: UseFormReturn<ProductValues> }) {
  const kindsId = useId();
  const list = useFormRows<StoneRow>(form, "stones", stonesRule, stonesText);
  const total = totalsOf(list.rows);
  return (
    <RowsField
      one="stone"
      legend="Stones"
      columns={[{ name: "kind", label: "Kind", isRequired: true, text: { list: kindsId, maxLength: 60 } }, ...figures]}
      {...list}
      blank={blankStone}
      most={maxKinds}
      hint={
        list.rows.length > 0
          ? `${carats(total.carats)} (${grams(total.grams)}), ${rupees(total.charge)} in all`
          : "None. A kind's carats and charge are those of all its stones together."
      }
      isWrong={(row, name) => Boolean(stoneFault(row, name))}
    >
      <datalist id={kindsId}>
        {kinds.map((kind) => (
          <option key={kind} value={kind} />
        ))}
      </datalist>
    </RowsField>
  );
}
