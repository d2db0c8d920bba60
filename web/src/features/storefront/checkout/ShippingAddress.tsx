import { AddressBook } from "@/shared/addresses/AddressBook";
import type { AddressChoice } from "@/shared/addresses/AddressCard";
import type { Address, AuthUser } from "@/shared/api/types";
import { ProcessingDialog } from "./ProcessingDialog";
import { StepHeading } from "./StepHeading";

interface ShippingAddressProps extends AddressChoice {
  user: AuthUser;
  addresses: Address[];
}

export function ShippingAddress({ user, addresses, ...choice }: ShippingAddressProps) {
  return (
    <section aria-labelledby="shipping">
      <StepHeading id="shipping" number={1} title="Shipping address" />
      <AddressBook user={user} addresses={addresses} choice={choice} whileSaving={<ProcessingDialog />} />
    </section>
  );
}
