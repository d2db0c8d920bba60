import { useForm } from "react-hook-form";
import { FormModal } from "@/shared/admin/form/FormModal";
import { TextField } from "@/shared/admin/form/formFields";
import { useSave } from "@/shared/admin/form/useSave";
import { changedFields, withSeen } from "@/shared/form/changedFields";
import { useSyncedForm } from "@/shared/form/useSyncedForm";
import { type Customer, type CustomerFields, useSaveCustomerMutation } from "./customersApi";

interface CustomerFormProps {
  /** Null: a new one. */
  customer: Customer | null;
  onClose: () => void;
}

const valuesOf = (customer: Customer | null): CustomerFields => {
  const { name = "", email = "", phone = "" } = customer ?? {};
  return { name, email, phone, password: "" };
};

/** Only required fields are checked here; the server checks their content. */
export function CustomerForm({ customer, onClose }: CustomerFormProps) {
  const form = useForm<CustomerFields>({ defaultValues: valuesOf(customer) });
  const synced = useSyncedForm(form, customer, valuesOf);
  const [saveCustomer] = useSaveCustomerMutation();
  const { submit, failure, saving } = useSave(form, {
    save: (fields) => {
      if (!customer) return saveCustomer(fields);
      const { password, ...changed } = changedFields(fields, synced.opened);
      return saveCustomer({ id: customer.id, ...withSeen(changed, synced.opened), ...(password && { password }) });
    },
    done: customer ? "Customer updated" : "Customer added",
    failed: "Failed to save customer",
    onDone: onClose,
    synced,
  });
  return (
    <FormModal
      title={customer ? "Edit Customer" : "Add Customer"}
      form={form}
      subject={customer}
      changes={synced.changes}
      saving={saving}
      submitLabel="Save Customer"
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="form-grid">
        <TextField form={form} name="name" label="Name" />
        <TextField form={form} name="email" label="Email" input={{ type: "email", spellCheck: false }} />
        <TextField form={form} name="phone" label="Mobile number" input={{ type: "tel" }} />
        <TextField
          form={form}
          name="password"
          label="Password"
          optional={customer !== null}
          hint={
            customer
              ? "Left empty, the old one stays. A new one ends the customer's sessions."
              : "At least 8 characters, with one uppercase, one number and one special character"
          }
          input={{ type: "password", autoComplete: "new-password" }}
        />
      </div>
    </FormModal>
  );
}
