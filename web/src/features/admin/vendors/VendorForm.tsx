import { useId } from "react";
import { useForm } from "react-hook-form";
import { useSaveVendorMutation, type Vendor, type VendorFields } from "@/shared/admin/categoryVendorApi";
import { FormModal } from "@/shared/admin/form/FormModal";
import { SelectField, TextField } from "@/shared/admin/form/formFields";
import { useSave } from "@/shared/admin/form/useSave";
import { asOptions } from "@/shared/admin/list/FilterSelect";
import { changedFields } from "@/shared/form/changedFields";
import { states } from "./indianStates";

interface VendorFormProps {
  /** Null: a new one. */
  vendor: Vendor | null;
  onClose: () => void;
}

const blank: VendorFields = {
  name: "",
  address1: "",
  address2: "",
  address3: "",
  address4: "",
  contactNumbers: "",
  status: "active",
  createdBy: "admin",
};

const fieldsOf = ({ id: _, ...fields }: Vendor): VendorFields => fields;

export function VendorForm({ vendor, onClose }: VendorFormProps) {
  const form = useForm<VendorFields>({ defaultValues: vendor ? fieldsOf(vendor) : blank });
  const stateList = useId();
  const [saveVendor] = useSaveVendorMutation();
  const { submit, failure, saving } = useSave(form, {
    save: (fields) =>
      saveVendor({
        ...(vendor ? { id: vendor.id, ...changedFields(fields, fieldsOf(vendor)) } : fields),
        createdBy: "admin",
      }),
    done: vendor ? "Vendor updated" : "Vendor added",
    failed: "Error in save vendor",
    onDone: onClose,
  });
  return (
    <FormModal
      title={vendor ? "Edit Vendor" : "Add Vendor"}
      size="lg"
      form={form}
      subject={vendor}
      saving={saving}
      submitLabel="Save Vendor"
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="form-grid two">
        <TextField form={form} name="name" label="Name" className="wide" input={{ maxLength: 200 }} />
        <TextField form={form} name="address1" label="Address 1" />
        <TextField form={form} name="address2" label="Address 2" />
        <TextField
          form={form}
          name="address3"
          label="State"
          optional
          hint="May be left empty"
          input={{ list: stateList }}
        />
        <datalist id={stateList}>
          {states.map((state) => (
            <option key={state} value={state} />
          ))}
        </datalist>
        <TextField form={form} name="address4" label="Pin code" input={{ maxLength: 20 }} />
        <TextField form={form} name="contactNumbers" label="Contact numbers" input={{ type: "tel", maxLength: 200 }} />
        <SelectField form={form} name="status" label="Status" options={asOptions(["active", "in active"])} />
      </div>
    </FormModal>
  );
}
