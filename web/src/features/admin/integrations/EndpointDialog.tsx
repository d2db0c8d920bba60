import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import {
  ChangeNote,
  changedMeanwhile,
  changeNote,
  changeText,
  FieldChangesContext,
} from "@/shared/admin/form/fieldChanges";
import { TextField } from "@/shared/admin/form/formFields";
import { errorText } from "@/shared/api/errors";
import { changedFields, withSeen } from "@/shared/form/changedFields";
import { type FieldChange, useSyncedForm } from "@/shared/form/useSyncedForm";
import { FormDialog } from "@/shared/ui/FormDialog";
import {
  type Endpoint,
  type EndpointEdit,
  type EventType,
  type NewEndpoint,
  useAddWebhookMutation,
  useChangeWebhookMutation,
} from "./webhooksApi";

interface EndpointDialogProps {
  /** Undefined: a new one. */
  endpoint?: Endpoint;
  types: Record<string, string>;
  onClose: () => void;
  onAdded: (endpoint: NewEndpoint) => void;
}

/** The types in the order of their names as a text, which is compared; empty for all. */
interface Values {
  name: string;
  url: string;
  types: string;
}

const valuesOf = (endpoint: Endpoint | null): Values => ({
  name: endpoint?.name ?? "",
  url: endpoint?.url ?? "https://",
  types: textOf(endpoint?.types ?? null),
});
const textOf = (types: EventType[] | null) => (types ? JSON.stringify(types.toSorted()) : "");
const typesOf = (text: string): EventType[] | null => (text ? JSON.parse(text) : null);
const fieldsOf = ({ name, url, types }: Values) => ({ name: name.trim(), url: url.trim(), types: typesOf(types) });

export function EndpointDialog({ endpoint, types, onClose, onAdded }: EndpointDialogProps) {
  const form = useForm<Values>({ defaultValues: valuesOf(endpoint ?? null) });
  const synced = useSyncedForm(form, endpoint ?? null, valuesOf);
  form.register("types");
  const chosen = typesOf(useWatch({ control: form.control, name: "types" }));
  const setChosen = (types: EventType[] | null) => form.setValue("types", textOf(types), { shouldDirty: true });
  const [problem, setProblem] = useState<string>();
  const [add, adding] = useAddWebhookMutation();
  const [change, changing] = useChangeWebhookMutation();
  const submit = async () => {
    const values = form.getValues();
    const fields = fieldsOf(values);
    if (!fields.name) return setProblem("Please give the endpoint a name.");
    if (fields.types?.length === 0) return setProblem("Please choose its events.");
    if (synced.tell(values)) return setProblem(changedMeanwhile);
    if (endpoint) {
      const edited = changedFields(values, synced.opened);
      const changed: EndpointEdit = Object.fromEntries(Object.entries(fields).filter(([name]) => name in edited));
      const { error } = await change({ id: endpoint.id, changes: withSeen(changed, fieldsOf(synced.opened)) });
      if (synced.isRefused(error)) return setProblem(changedMeanwhile);
      if (error) return setProblem(errorText(error));
      return onClose();
    }
    const { data, error } = await add(fields);
    if (data) onAdded(data);
    else setProblem(errorText(error));
  };
  return (
    <FormDialog
      title={endpoint ? "Change the endpoint" : "Add endpoint"}
      action={endpoint ? "Save" : "Add endpoint"}
      busy={adding.isLoading || changing.isLoading}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <FieldChangesContext value={synced.changes}>
        <TextField form={form} name="name" label="Name" className="fld" input={{ maxLength: 100 }} />
        <TextField
          form={form}
          name="url"
          label="Address"
          className="fld"
          input={{ type: "url", inputMode: "url", spellCheck: false, maxLength: 2000 }}
        />
      </FieldChangesContext>
      <fieldset className="fld">
        <legend className="form-label">Events</legend>
        <label className="all">
          <input
            type="checkbox"
            className="form-check-input"
            checked={chosen === null}
            onChange={({ target }) => setChosen(target.checked ? null : [])}
          />
          all, also kinds that come later
        </label>
        {chosen && (
          <div className="ticks one">
            {(Object.entries(types) as [EventType, string][]).map(([type, means]) => (
              <label key={type}>
                <input
                  type="checkbox"
                  className="form-check-input"
                  checked={chosen.includes(type)}
                  onChange={({ target }) =>
                    setChosen(target.checked ? [...chosen, type] : chosen.filter((other) => other !== type))
                  }
                />
                <span>
                  <code>{type}</code>
                  <span className="sub d-block">{means}</span>
                </span>
              </label>
            ))}
          </div>
        )}
        <TypesChange change={synced.changes.types} />
      </fieldset>
    </FormDialog>
  );
}

function TypesChange({ change }: { change: FieldChange | undefined }) {
  if (!change) return null;
  const wordsOf = (types: string) => typesOf(types)?.join(", ") ?? "all";
  if (!change.isTold) return <ChangeNote text={changeNote(change, wordsOf)} />;
  return <p className="form-hint bad">{changeText(change, wordsOf)}</p>;
}
