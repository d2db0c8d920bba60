import { useState } from "react";
import { Combobox } from "@/shared/admin/form/Combobox";
import type { AdminProductOut } from "@/shared/api/schema";
import { rupees } from "@/shared/format";
import { useDebounced } from "@/shared/hooks/useDebounced";
import { useProductsFoundQuery } from "./ordersApi";

/** Finds a product by name or code. */
export function ProductCombobox({ onPick }: { onPick: (id: number) => void }) {
  const [typed, setTyped] = useState("");
  const term = useDebounced(typed.trim());
  const { currentData, isError } = useProductsFoundQuery(term, { skip: term === "" });
  const found = currentData?.map((product) => ({
    id: product.id,
    name: product.name,
    more: `${product.code}, ${product.categoryName}`,
    amount: rupees(product.ornamentPrice),
    refused: unavailableReason(product),
  }));
  return (
    <Combobox
      label="Products"
      placeholder="Name or code"
      hint="Each that is picked becomes an item, at today's price; without any, only the order's own fields are kept"
      typed={typed}
      onTyped={setTyped}
      found={term === typed.trim() ? found : undefined}
      failed={isError}
      onPick={({ id }) => {
        setTyped("");
        onPick(id);
      }}
    />
  );
}

export function unavailableReason({ status, stockAvailability }: AdminProductOut): string | undefined {
  if (status !== "active") return "in active";
  return stockAvailability === "yes" ? undefined : "out of stock";
}
