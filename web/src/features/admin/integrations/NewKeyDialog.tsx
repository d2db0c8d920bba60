import { type FormEvent, useId, useState } from "react";
import { errorText } from "@/shared/api/errors";
import { day } from "@/shared/format";
import { Dialog } from "@/shared/ui/Dialog";
import { Problem } from "@/shared/ui/Problem";
import { type NewApiKey, type Scope, useMakeApiKeyMutation } from "./keysApi";
import { scopes } from "./scopes";

const lifetimes = [30, 90, 365];
const dayLength = 86_400_000;

interface NewKeyDialogProps {
  onClose: () => void;
  onMade: (key: NewApiKey) => void;
}

export function NewKeyDialog({ onClose, onMade }: NewKeyDialogProps) {
  const formId = useId();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<Scope[]>([]);
  const [days, setDays] = useState<number | null>(90);
  const [problem, setProblem] = useState<string>();
  const [make, { isLoading }] = useMakeApiKeyMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return setProblem("Please give the key a name.");
    if (chosen.length === 0) return setProblem("Please choose what the key may do.");
    const { data, error } = await make({ name: name.trim(), scopes: chosen, expiresInDays: days });
    if (data) onMade(data);
    else setProblem(errorText(error, "The key was not made. Please try again."));
  };
  return (
    <Dialog
      title="New key"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-line" onClick={onClose}>
            Close
          </button>
          <button type="submit" form={formId} className="btn btn-primary" disabled={isLoading}>
            Make the key
          </button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <div className="fld">
          <label className="form-label" htmlFor={`${formId}-name`}>
            Name
          </label>
          <input
            id={`${formId}-name`}
            className="form-control"
            maxLength={100}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
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
        <div className="fld">
          <label className="form-label" htmlFor={`${formId}-ends`}>
            Ends
          </label>
          <select
            id={`${formId}-ends`}
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
        </div>
        <Problem text={problem} className="bad small mb-0" />
      </form>
    </Dialog>
  );
}
