import { useState } from "react";
import { errorText } from "@/shared/api/errors";
import { Field } from "@/shared/ui/Field";
import { FormDialog } from "@/shared/ui/FormDialog";
import { type Endpoint, useReplayWebhookMutation } from "./webhooksApi";

interface ReplayDialogProps {
  endpoint: Endpoint;
  onClose: () => void;
  onDone: (count: number) => void;
}

export function ReplayDialog({ endpoint, onClose, onDone }: ReplayDialogProps) {
  const [since, setSince] = useState("");
  const [problem, setProblem] = useState<string>();
  const [replay, { isLoading }] = useReplayWebhookMutation();
  const submit = async () => {
    if (!since) return setProblem("Please give a date.");
    const { data, error } = await replay({ id: endpoint.id, since });
    if (data) onDone(data.count);
    else setProblem(errorText(error, "Not sent again. Please try again."));
  };
  return (
    <FormDialog
      title="Replay from a date"
      size="sm"
      action="Send again"
      busy={isLoading}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>
        {endpoint.name} gets all its events since the beginning of that day again, in their order and with the same ids,
        as far as the log is kept.
      </p>
      <Field label="Since">
        {(control) => (
          <input
            {...control}
            className="form-control"
            type="date"
            value={since}
            onChange={({ target }) => setSince(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
