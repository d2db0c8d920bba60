import { Combobox } from "@/shared/admin/form/Combobox";
import { useDebounced } from "@/shared/hooks/useDebounced";
import { useCustomersFoundQuery } from "./ordersApi";

interface CustomerComboboxProps {
  typed: string;
  onTyped: (typed: string) => void;
  onPick: (customer: { id: number; name: string }) => void;
}

/** Finds the customer of an order by name, e-mail or phone. */
export function CustomerCombobox({ typed, onTyped, onPick }: CustomerComboboxProps) {
  const term = useDebounced(typed.trim());
  const { currentData, isError } = useCustomersFoundQuery(term, { skip: term === "" });
  const found = currentData
    ?.filter(({ isDeleted }) => !isDeleted)
    .map(({ id, name, email, phone }) => ({ id, name, more: [email, phone].filter(Boolean).join(", ") }));
  return (
    <Combobox
      label="Customer"
      placeholder="Name, e-mail or phone"
      hint="Found by a part of it; the id below is filled in"
      typed={typed}
      onTyped={onTyped}
      found={term === typed.trim() ? found : undefined}
      failed={isError}
      onPick={onPick}
    />
  );
}
