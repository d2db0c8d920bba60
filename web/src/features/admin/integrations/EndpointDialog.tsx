import { type FormEvent, useId, useState } from "react";
import { errorText } from "@/shared/api/errors";
import { changedFields } from "@/shared/form/changedFields";
import { Dialog } from "@/shared/ui/Dialog";
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

export function EndpointDialog({ endpoint, types, onClose, onAdded }: EndpointDialogProps) {
  const formId = useId();
  const [name, setName] = useState(endpoint?.name ?? "");
  const [url, setUrl] = useState(endpoint?.url ?? "https://");
  const [chosen, setChosen] = useState<EventType[] | null>(endpoint?.types ?? null);
  const [problem, setProblem] = useState<string>();
  const [add, adding] = useAddWebhookMutation();
  const [change, changing] = useChangeWebhookMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return setProblem("Please give the endpoint a name.");
    if (chosen?.length === 0) return setProblem("Please choose its events.");
    const fields = { name: name.trim(), url: url.trim(), types: chosen };
    if (endpoint) {
      const isSameTypes =
        chosen?.length === endpoint.types?.length && chosen?.every((type) => endpoint.types?.includes(type));
      const wanted = { ...fields, types: isSameTypes ? endpoint.types : chosen };
      const { error } = await change({ id: endpoint.id, changes: changedFields<EndpointEdit>(wanted, endpoint) });
      if (error) return setProblem(errorText(error, "Not saved. Please try again."));
      return onClose();
    }
    const { data, error } = await add(fields);
    if (data) onAdded(data);
    else setProblem(errorText(error, "Not saved. Please try again."));
  };
  return (
    <Dialog
      title={endpoint ? "Change the endpoint" : "Add endpoint"}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-line" onClick={onClose}>
            Close
          </button>
          <button
            type="submit"
            form={formId}
            className="btn btn-primary"
            disabled={adding.isLoading || changing.isLoading}
          >
            {endpoint ? "Save" : "Add endpoint"}
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
        <div className="fld">
          <label className="form-label" htmlFor={`${formId}-url`}>
            Address
          </label>
          <input
            id={`${formId}-url`}
            className="form-control"
            type="url"
            inputMode="url"
            spellCheck={false}
            maxLength={2000}
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
        </div>
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
        </fieldset>
        {problem && (
          <p className="bad small mb-0" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
}
