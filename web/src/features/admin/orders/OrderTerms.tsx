import { type RefObject, useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { SelectField } from "@/shared/admin/form/formFields";
import { useGetAddressesQuery } from "@/shared/api/addresses";
import type { PaymentMethod } from "@/shared/api/payments";
import type { Address } from "@/shared/api/types";
import { rupees } from "@/shared/format";
import { useDebounced } from "@/shared/hooks/useDebounced";
import type { usePan } from "@/shared/orders/usePan";
import { Field } from "@/shared/ui/Field";
import type { OrderValues } from "./manualOrder";

interface OrderTermsProps {
  form: UseFormReturn<OrderValues>;
  methods: PaymentMethod[];
  pan: ReturnType<typeof usePan>;
  panRef: RefObject<HTMLInputElement | null>;
}

/** Where a manual order goes and how it is paid, as fields of the form's grid. */
export function OrderTerms({ form, methods, pan, panRef }: OrderTermsProps) {
  const typed = form.watch("customerId");
  const settled = useDebounced(typed);
  const customerId = settled === typed && /^[1-9]\d{0,15}$/.test(typed) ? Number(typed) : null;
  return (
    <>
      {customerId !== null && <AddressSelect form={form} customerId={customerId} />}
      <SelectField
        form={form}
        name="paymentMethod"
        label="Payment"
        optional
        blank="The shop's usual way"
        options={methods.map(({ method, label, limit }) => ({
          value: method,
          label: limit === null ? label : `${label}, up to ${rupees(limit)}`,
        }))}
      />
      {pan.isNeeded && (
        <Field
          label="PAN"
          error={pan.error?.text}
          hint="The law asks the buyer for it at this amount. It is stored encrypted."
        >
          {(control) => (
            <input
              {...control}
              ref={panRef}
              className="form-control"
              value={pan.written}
              maxLength={20}
              placeholder="ABCDE1234F"
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => pan.write(target.value)}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** The customer's addresses; chosen is the one that the server would take. */
function AddressSelect({ form, customerId }: Pick<OrderTermsProps, "form"> & { customerId: number }) {
  const { currentData: addresses, error } = useGetAddressesQuery(customerId, { refetchOnMountOrArgChange: true });
  const { getValues, setValue } = form;
  useEffect(() => {
    // Until then, a restored choice stays.
    if (!addresses && !error) return;
    const taken = addresses?.find(({ id }) => `${id}` === getValues("addressId")) ?? addresses?.[0];
    // An unchanged value is set again, because the select had no option for it before.
    setValue("addressId", taken ? `${taken.id}` : "");
  }, [addresses, error, getValues, setValue]);
  const isEmpty = addresses?.length === 0;
  const chosen = addresses?.find(({ id }) => `${id}` === form.watch("addressId"));
  return (
    <SelectField
      form={form}
      name="addressId"
      label="Deliver to"
      className="wide"
      optional={!addresses || isEmpty}
      blank={isEmpty ? "No address" : addresses ? "Choose" : error ? "The default or the newest address" : "Loading"}
      // On a phone the box cuts its text off.
      hint={isEmpty ? noAddress : chosen && <span className="d-md-none">{addressText(chosen)}</span>}
      options={(addresses ?? []).map((each) => ({ value: `${each.id}`, label: addressText(each) }))}
    />
  );
}

const noAddress = "No address is saved for this customer id. Ask the customer to save one on the profile page first.";

const addressText = ({ name, address, city, state, zip_code, isDefault }: Address) =>
  [name, ...address.split("\n"), `${city} ${zip_code}`, state, isDefault && "the default"].filter(Boolean).join(", ");
