import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ChangeEvent, useEffect, useId, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useDispatch } from "react-redux";
import { fieldErrors } from "@/shared/api/errors";
import type { Address } from "@/shared/api/types";
import { showFieldErrors } from "@/shared/form/showFieldErrors";
import { useSyncedForm } from "@/shared/form/useSyncedForm";
import { DraftRestoredNotice } from "@/shared/session/DraftRestoredNotice";
import { useDraftForm } from "@/shared/session/useFormDraft";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { Field } from "@/shared/ui/Field";
import { Problem } from "@/shared/ui/Problem";
import {
  type AddressForm,
  addressForm,
  emptyAddress,
  fieldNames,
  formOf,
  missingFields,
  refusedFields,
} from "./addressRules";
import { CityField } from "./CityField";
import { citiesOf, cityOfPin, countries, statesOf, statesOfPin } from "./contactRules";

interface AddressFieldsProps {
  userId: number;
  /** The edited address; undefined for a new one. */
  address?: Address;
  /** What a new address begins with. */
  initial?: Partial<AddressForm>;
  /** Returns the error; undefined after saving. `opened` are the values that this person saw before. */
  onSave: (values: AddressForm, opened: AddressForm) => Promise<unknown>;
  onCancel?: () => void;
  /** The draft of an earlier form. */
  draft: AddressForm | undefined;
  /** Undefined if nothing was changed. */
  onTyped: (form: number | "new", values: AddressForm | undefined) => void;
  /** Whether the edited address exists no more, so that it is saved as a new one. */
  isRemoved?: boolean;
  /** Whether the button that opened the form was removed. */
  takesFocus: boolean;
}

/** Distinguishes the draft of this form from those of other forms of the page. */
export const part = "address";

export function AddressFields(props: AddressFieldsProps) {
  const { userId, address, initial, draft, onTyped, onSave, onCancel, isRemoved, takesFocus } = props;
  const valuesOf = (row: Address | null) => ({ ...emptyAddress, ...(row ? formOf(row) : initial) });
  const form = useForm<AddressForm>({
    resolver: standardSchemaResolver(addressForm),
    defaultValues: valuesOf(address ?? null),
    mode: "onTouched",
  });
  const { opened, isRefused } = useSyncedForm(form, (!isRemoved && address) || null, valuesOf);
  const typed = useDraftForm(form, { role: "customer", part, personId: userId, subject: address ?? null });
  const values = useWatch({ control: form.control });
  const missing = missingFields(values);
  const missingId = useId();

  const { isSubmitting, isDirty, errors } = form.formState;
  const { setFocus, getValues, reset, trigger } = form;
  // Empty fields are listed next to the button.
  const problem = (field: Exclude<keyof AddressForm, "isDefault">) =>
    values[field]?.trim() ? errors[field]?.message : undefined;
  // A stored address may not match the current rules; show the errors at once.
  const isEdited = address !== undefined;
  useEffect(() => {
    if (isEdited) void trigger();
  }, [isEdited, trigger]);
  const [before] = useState(draft);
  useEffect(() => {
    if (before) reset(before, { keepDefaultValues: true });
  }, [before, reset]);
  const name = (!isRemoved && address?.id) || "new";
  useEffect(
    () => onTyped(name, isDirty ? { ...getValues(), ...values } : undefined),
    [onTyped, name, isDirty, values, getValues],
  );
  useEffect(() => {
    if (takesFocus) setFocus("firstName");
  }, [takesFocus, setFocus]);

  const dispatch = useDispatch();
  const onSubmit = form.handleSubmit(
    async (filled) => {
      if (isSubmitting) return;
      const error = await onSave(filled, opened);
      if (!error) return form.reset(emptyAddress);
      isRefused(error);
      showFieldErrors(form, refusedFields(fieldErrors(error)), fieldNames);
    },
    () => {
      if (missing) dispatch(toastShown("warning", "Please fill up the address form"));
    },
  );
  // Changing the country or state clears the fields that depend on it.
  const country = form.register("country", {
    onChange: () => {
      form.setValue("state", "");
      form.setValue("city", "");
    },
  });
  const state = form.register("state", {
    onChange: () => {
      form.setValue("city", "");
      if (getValues("zipCode")) void trigger("zipCode");
    },
  });
  // A postal code that determines state and city fills these fields.
  const zipCode = form.register("zipCode", {
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const { country: of, state: before, city } = getValues();
      const states = statesOfPin(of, target.value);
      const [likeliest] = states;
      if (!likeliest) return;
      if (!states.includes(before)) form.setValue("state", likeliest, { shouldDirty: true });
      if (!states.includes(before) || !city) {
        const known = cityOfPin(of, target.value) ?? "";
        const isThere = citiesOf(of, getValues("state")).includes(known);
        form.setValue("city", isThere ? known : "", { shouldDirty: true });
      }
      void trigger(["state", "city", "zipCode"]);
    },
  });
  const isIndia = values.country === "India";

  return (
    <form
      className="panel p-4"
      aria-label={address && !isRemoved ? "Edit address" : "New address"}
      onSubmit={(event) => void onSubmit(event)}
      noValidate
    >
      <DraftRestoredNotice typed={typed} />
      <Problem text={isRemoved ? "This address was removed in another window. Save it to add it again." : undefined} />
      <div className="fgrid">
        <Field label="First name" className="c3" error={problem("firstName")}>
          {(control) => (
            <input className="form-control" autoComplete="given-name" {...control} {...form.register("firstName")} />
          )}
        </Field>
        <Field label="Last name" className="c3" error={problem("lastName")}>
          {(control) => (
            <input className="form-control" autoComplete="family-name" {...control} {...form.register("lastName")} />
          )}
        </Field>
        <Choice
          label="Country"
          empty="Choose a country"
          autoComplete="country-name"
          options={countries}
          control={country}
          value={values.country}
          error={problem("country")}
        />
        <Field label="PIN or zip code" className="c4" error={problem("zipCode")}>
          {(control) => (
            <input
              className="form-control num pin-code"
              autoComplete="postal-code"
              inputMode={isIndia ? "numeric" : undefined}
              {...control}
              {...zipCode}
            />
          )}
        </Field>
        <Choice
          label="State"
          empty="Choose a state"
          autoComplete="address-level1"
          options={statesOf(values.country ?? "")}
          control={state}
          value={values.state}
          error={problem("state")}
        />
        <CityField
          country={values.country ?? ""}
          state={values.state ?? ""}
          value={values.city ?? ""}
          control={form.register("city")}
          onChoose={(city) => form.setValue("city", city, { shouldDirty: true, shouldValidate: true })}
          error={problem("city")}
        />
        <Field label="Address" className="c6" hint="House, street and area" error={problem("address")}>
          {(control) => (
            <input className="form-control" autoComplete="street-address" {...control} {...form.register("address")} />
          )}
        </Field>
        <Field
          label="Phone number for the delivery (optional)"
          className="c6"
          hint="The courier calls it. Without one it is the number of your account."
          error={problem("phone")}
        >
          {(control) => (
            <input
              className="form-control num"
              type="tel"
              autoComplete="tel"
              {...control}
              {...form.register("phone")}
            />
          )}
        </Field>
        <label className="c6 d-flex gap-2 align-items-start">
          <input type="checkbox" className="form-check-input" {...form.register("isDefault")} />
          <span>Deliver here by default</span>
        </label>
        <div className="c6 save-address">
          <button
            type="submit"
            className="btn btn-line"
            disabled={missing !== ""}
            aria-disabled={isSubmitting}
            aria-describedby={missing ? missingId : undefined}
          >
            {address && !isRemoved ? "Save changes" : "Save Address"}
          </button>
          {onCancel && (
            <button type="button" className="btn btn-ghost" onClick={onCancel}>
              Cancel
            </button>
          )}
          {missing && (
            <span id={missingId} className="small muted">
              <span className="d-block">Please fill up the address form</span> <span>{missing}</span>
            </span>
          )}
        </div>
      </div>
    </form>
  );
}

export interface ChoiceProps {
  label: string;
  empty: string;
  autoComplete: string;
  options: string[];
  value: string | undefined;
  error: string | undefined;
  control: { name: string; onChange: (event: ChangeEvent) => unknown; onBlur: (event: ChangeEvent) => unknown };
}

function Choice({ label, empty, autoComplete, options: known, control, value, error }: ChoiceProps) {
  // A value that is no longer offered stays selected until another one is chosen.
  const options = value && !known.includes(value) ? [value, ...known] : known;
  return (
    <Field label={label} className="c2" error={error}>
      {(field) => (
        <select
          className="form-select"
          autoComplete={autoComplete}
          {...field}
          {...control}
          value={value ?? ""}
          disabled={options.length === 0}
        >
          <option value="">{empty}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
    </Field>
  );
}
