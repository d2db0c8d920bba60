import { useId } from "react";
import { useForm } from "react-hook-form";
import { useSaveVendorMutation, type Vendor, type VendorFields } from "@/shared/admin/categoryVendorApi";
import { FormModal } from "@/shared/admin/form/FormModal";
import { SelectField, TextField } from "@/shared/admin/form/formFields";
import { useSave } from "@/shared/admin/form/useSave";
import { asOptions } from "@/shared/admin/list/FilterSelect";
import { changedFields, withSeen } from "@/shared/form/changedFields";
import { useSyncedForm } from "@/shared/form/useSyncedForm";
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

function valuesOf(vendor: Vendor | null): VendorFields {
  if (!vendor) return blank;
  const { id: _, ...fields } = vendor;
  return fields;
}

export function VendorForm({ vendor, onClose }: VendorFormProps) {
  const form = useForm<VendorFields>({ defaultValues: valuesOf(vendor) });
  const synced = useSyncedForm(form, vendor, valuesOf);
  const stateList = useId();
  const [saveVendor] = useSaveVendorMutation();
  const { submit, failure, saving } = useSave(form, {
    save: (fields) => {
      const { opened } = synced;
      const changed = vendor ? { id: vendor.id, ...withSeen(changedFields(fields, opened), opened) } : fields;
      return saveVendor({ ...changed, createdBy: "admin" });
    },
    done: vendor ? "Vendor updated" : "Vendor added",
    failed: "Error in save vendor",
    onDone: onClose,
    synced,
  });
  return (
    <FormModal
      title={vendor ? "Edit Vendor" : "Add Vendor"}
      size="lg"
      form={form}
      subject={vendor}
      changes={synced.changes}
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
