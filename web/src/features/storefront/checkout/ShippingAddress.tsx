import { AddressBook } from "@/shared/addresses/AddressBook";
import type { AddressChoice } from "@/shared/addresses/AddressCard";
import type { Address, AuthUser } from "@/shared/api/types";
import { ProcessingDialog } from "./ProcessingDialog";

interface ShippingAddressProps extends AddressChoice {
  user: AuthUser;
  addresses: Address[];
}

export function ShippingAddress({ user, addresses, ...choice }: ShippingAddressProps) {
  return (
    <section aria-labelledby="shipping">
      <div className="step-h">
        <h2 id="shipping">Shipping address</h2>
      </div>
      <AddressBook user={user} addresses={addresses} choice={choice} whileSaving={<ProcessingDialog />} />
    </section>
  );
}
