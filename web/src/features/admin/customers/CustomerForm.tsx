import { useForm } from "react-hook-form";
import { FormModal } from "@/shared/admin/form/FormModal";
import { TextField } from "@/shared/admin/form/formFields";
import { useSave } from "@/shared/admin/form/useSave";
import { changedFields } from "@/shared/form/changedFields";
import { useSyncedForm } from "@/shared/form/useSyncedForm";
import { type Customer, type CustomerFields, useSaveCustomerMutation } from "./customersApi";

interface CustomerFormProps {
  /** Null: a new one. */
  customer: Customer | null;
  onClose: () => void;
}

/** Only required fields are checked here; the server checks their content. */
export function CustomerForm({ customer, onClose }: CustomerFormProps) {
  const { name = "", email = "", phone = "" } = customer ?? {};
  const values: CustomerFields = { name, email, phone, password: "" };
  const form = useForm<CustomerFields>({ defaultValues: values });
  const opened = useSyncedForm(form, values);
  const [saveCustomer] = useSaveCustomerMutation();
  const { submit, failure, saving } = useSave(form, {
    save: (fields) => saveCustomer(customer ? { id: customer.id, ...changedFields(fields, opened) } : fields),
    done: customer ? "Customer updated" : "Customer added",
    failed: "Failed to save customer",
    onDone: onClose,
  });
  return (
    <FormModal
      title={customer ? "Edit Customer" : "Add Customer"}
      form={form}
      subject={customer}
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
