import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { useAppDispatch } from "@/app/hooks";
import type { Address, AuthUser } from "@/shared/api/types";
import { useWasTyping } from "@/shared/session/useTyped";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { AddressCards } from "./AddressCards";
import { AddressFields } from "./AddressFields";
import type { AddressForm } from "./addressRules";
import { useAddAddressMutation } from "./checkoutApi";
import { Processing } from "./Processing";

interface ShippingAddressProps {
  user: AuthUser;
  addresses: Address[];
  selectedId: number | undefined;
  onSelect: (id: number) => void;
}

export function ShippingAddress({ user, addresses, selectedId, onSelect }: ShippingAddressProps) {
  const [opened, setOpened] = useState(useWasTyping(user.id));
  const isOpen = opened || addresses.length === 0;
  const [save, { isLoading }] = useAddAddressMutation();
  const dispatch = useAppDispatch();

  const onSave = async ({ firstName, lastName, ...place }: AddressForm) => {
    const { data, error } = await save({ ...place, name: `${firstName} ${lastName}`, customerId: user.id });
    if (error) {
      dispatch(failureShown(error, "Failed to save address. Please try again."));
      return false;
    }
    dispatch(toastShown("success", "Address saved successfully!"));
    onSelect(data.id);
    setOpened(false);
    return true;
  };
  const onIncomplete = () => void dispatch(toastShown("warning", "Please fill up the address form"));
  const [firstName = "", ...lastNames] = user.name.split(" ");
  const Icon = isOpen ? Minus : Plus;

  return (
    <section aria-labelledby="shipping">
      <div className="step-h">
        <h2 id="shipping">Shipping address</h2>
      </div>
      <AddressCards addresses={addresses} selectedId={selectedId} onSelect={onSelect} />
      {addresses.length > 0 && (
        <button type="button" className="add-address" aria-expanded={isOpen} onClick={() => setOpened(!opened)}>
          <Icon className="ico ico-16" aria-hidden="true" />
          Add a new address
        </button>
      )}
      {isOpen && (
        <AddressFields
          userId={user.id}
          initial={{ firstName, lastName: lastNames.join(" ") }}
          onSave={onSave}
          onIncomplete={onIncomplete}
        />
      )}
      {isLoading && <Processing />}
    </section>
  );
}
