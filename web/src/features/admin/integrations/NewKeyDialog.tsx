import { useState } from "react";
import { errorText } from "@/shared/api/errors";
import { day } from "@/shared/format";
import { Field } from "@/shared/ui/Field";
import { FormDialog } from "@/shared/ui/FormDialog";
import { type NewApiKey, type Scope, useMakeApiKeyMutation } from "./keysApi";
import { scopes } from "./scopes";

const lifetimes = [30, 90, 365];
const dayLength = 86_400_000;

interface NewKeyDialogProps {
  onClose: () => void;
  onMade: (key: NewApiKey) => void;
}

export function NewKeyDialog({ onClose, onMade }: NewKeyDialogProps) {
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<Scope[]>([]);
  const [days, setDays] = useState<number | null>(90);
  const [problem, setProblem] = useState<string>();
  const [make, { isLoading }] = useMakeApiKeyMutation();
  const submit = async () => {
    if (!name.trim()) return setProblem("Please give the key a name.");
    if (chosen.length === 0) return setProblem("Please choose what the key may do.");
    const { data, error } = await make({ name: name.trim(), scopes: chosen, expiresInDays: days });
    if (data) onMade(data);
    else setProblem(errorText(error, "The key was not made. Please try again."));
  };
  return (
    <FormDialog
      title="New key"
      action="Make the key"
      busy={isLoading}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Name" className="fld">
        {(control) => (
          <input
            {...control}
            className="form-control"
            maxLength={100}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <fieldset className="fld">
        <legend className="form-label">May</legend>
        <div className="ticks">
          {scopes.map(([scope, means]) => (
            <label key={scope}>
              <input
                type="checkbox"
                className="form-check-input"
                checked={chosen.includes(scope)}
                onChange={({ target }) =>
                  setChosen((before) =>
                    target.checked ? [...before, scope] : before.filter((other) => other !== scope),
                  )
                }
              />
              <span>
                <code>{scope}</code>
                <span className="sub d-block">{means}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <Field label="Ends" className="fld">
        {(control) => (
          <select
            {...control}
            className="form-select"
            value={days ?? ""}
            onChange={({ target }) => setDays(target.value ? Number(target.value) : null)}
          >
            {lifetimes.map((each) => (
              <option key={each} value={each}>
                in {each} days, {day(new Date(Date.now() + each * dayLength).toISOString())}
              </option>
            ))}
            <option value="">never, until it is revoked</option>
          </select>
        )}
      </Field>
    </FormDialog>
  );
}
