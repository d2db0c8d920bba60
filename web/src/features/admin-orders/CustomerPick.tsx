import { useState } from "react";
import { PickBox } from "@/shared/portal/PickBox";
import { useSettled } from "@/shared/ui/useSettled";
import { useCustomersFoundQuery } from "./ordersApi";

/** Finds the customer of an order by a part of their name, e-mail or phone. */
export function CustomerPick({ onPick }: { onPick: (id: number) => void }) {
  const [typed, setTyped] = useState("");
  const term = useSettled(typed.trim());
  const { currentData, isError } = useCustomersFoundQuery(term, { skip: term === "" });
  const found = currentData?.map(({ id, name, email, phone }) => ({
    id,
    name,
    more: [email, phone].filter(Boolean).join(", "),
  }));
  return (
    <PickBox
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
