import { useState } from "react";
import { Combobox } from "@/shared/admin/form/Combobox";
import { useDebounced } from "@/shared/hooks/useDebounced";
import { useCustomersFoundQuery } from "./ordersApi";

/** Finds the customer of an order by name, e-mail or phone. */
export function CustomerCombobox({ onPick }: { onPick: (id: number) => void }) {
  const [typed, setTyped] = useState("");
  const term = useDebounced(typed.trim());
  const { currentData, isError } = useCustomersFoundQuery(term, { skip: term === "" });
  const found = currentData?.map(({ id, name, email, phone }) => ({
    id,
    name,
    more: [email, phone].filter(Boolean).join(", "),
  }));
  return (
    <Combobox
      label="Customer"
      placeholder="Name, e-mail or phone"
      hint="Found by a part of it; the id below is filled in"
      typed={typed}
      onTyped={setTyped}
      found={term === typed.trim() ? found : undefined}
      failed={isError}
      onPick={({ id, name }) => {
        setTyped(name);
        onPick(id);
      }}
    />
  );
}
