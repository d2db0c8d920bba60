import { type FormEvent, useId, useState } from "react";
import { errorText } from "@/shared/api/errors";
import { Dialog } from "@/shared/ui/Dialog";
import { Problem } from "@/shared/ui/Problem";
import { type Endpoint, useReplayWebhookMutation } from "./webhooksApi";

interface ReplayDialogProps {
  endpoint: Endpoint;
  onClose: () => void;
  onDone: (count: number) => void;
}

export function ReplayDialog({ endpoint, onClose, onDone }: ReplayDialogProps) {
  const formId = useId();
  const [since, setSince] = useState("");
  const [problem, setProblem] = useState<string>();
  const [replay, { isLoading }] = useReplayWebhookMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!since) return setProblem("Please give a date.");
    const { data, error } = await replay({ id: endpoint.id, since });
    if (data) onDone(data.count);
    else setProblem(errorText(error, "Not sent again. Please try again."));
  };
  return (
    <Dialog
      title="Replay from a date"
      size="sm"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-line" onClick={onClose}>
            Close
          </button>
          <button type="submit" form={formId} className="btn btn-primary" disabled={isLoading}>
            Send again
          </button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <p>
          {endpoint.name} gets all its events since the beginning of that day again, in their order and with the same
          ids, as far as the log is kept.
        </p>
        <label className="form-label" htmlFor={`${formId}-since`}>
          Since
        </label>
        <input
          id={`${formId}-since`}
          className="form-control"
          type="date"
          value={since}
          onChange={({ target }) => setSince(target.value)}
        />
        <Problem text={problem} className="bad small mt-2 mb-0" />
      </form>
    </Dialog>
  );
}
