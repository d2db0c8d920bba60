import { useCallback, useEffect, useState } from "react";
import type { PaymentMethod } from "@/shared/api/payments";
import type { GiftIn } from "@/shared/api/schema";
import type { Address } from "@/shared/api/types";
import { clearDraft, readDraft, saveDraft } from "@/shared/session/formDraft";

interface Choices {
  addressId?: number;
  method?: PaymentMethod["method"];
  gift: GiftIn | null;
}

const draftOf = (personId: number) => ({ role: "customer" as const, path: "/check-out", part: "choices", personId });

/**
 * The shopper's choices. They are stored at once, so that they survive a sign-in, a reload and a visit to another page.
 * The PAN is not part of them.
 */
export function useChoices(userId: number, addresses: Address[]) {
  const [first] = useState<Choices>(() => {
    const stored = readDraft(draftOf(userId))?.values as Partial<Choices> | undefined;
    const address = addresses.find(({ id }) => id === stored?.addressId);
    return { gift: null, ...stored, addressId: address?.id };
  });
  const [choices, setChoices] = useState(first);
  useEffect(() => {
    if (choices === first) return;
    saveDraft(draftOf(userId), { values: { ...choices }, subject: null, isPartial: false });
  }, [choices, first, userId]);
  const choose = useCallback((change: Partial<Choices>) => setChoices((before) => ({ ...before, ...change })), []);
  return { ...choices, choose };
}

export const clearChoices = (userId: number) => clearDraft(draftOf(userId));
