import { useId, useState } from "react";
import type { Product } from "@/shared/api/types";
import { inSize, measureText } from "./sizeText";

/** The product in the chosen size; at first in `first`, in its default size, or in the first one that is in stock. */
export function useChosenSize(product: Product, first?: string | null) {
  const sizes = product.sizes ?? [];
  const [chosen, choose] = useState(() => {
    if (sizes.some(({ label }) => label === first)) return first;
    const inStock = sizes.filter(({ stockAvailability }) => stockAvailability === "yes");
    return (inStock.find(({ isDefault }) => isDefault) ?? inStock[0])?.label;
  });
  const size = sizes.find(({ label }) => label === chosen) ?? sizes.find(({ isDefault }) => isDefault);
  return { size: size?.label ?? null, shown: inSize(product, size?.label), choose };
}

interface SizeSelectorProps {
  product: Product;
  size: string | null;
  onChoose: (label: string) => void;
}

/** The sizes of a product; those that are out of stock are marked and can be looked at. */
export function SizeSelector({ product, size, onChoose }: SizeSelectorProps) {
  const name = useId();
  const sizes = product.sizes ?? [];
  const chosen = sizes.find(({ label }) => label === size);
  if (!chosen) return null;
  return (
    <fieldset className="sizes">
      <legend>
        Size <b className="num">{chosen.label}</b> <span className="muted num">{measureText(chosen)}</span>
      </legend>
      <div>
        {sizes.map(({ label, stockAvailability }) => (
          <label
            key={label}
            className={
              [label === size && "chosen", stockAvailability !== "yes" && "gone"].filter(Boolean).join(" ") || undefined
            }
          >
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={label === size}
              onChange={() => onChoose(label)}
            />
            <span className="num">{label}</span>
            {stockAvailability === "no" && <span className="visually-hidden">, out of stock</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
