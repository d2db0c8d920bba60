import { type FormEvent, useId, useState } from "react";
import { type Pan, useAddPanMutation, usePanQuery, useRevealPanMutation } from "@/shared/admin/orders/panApi";
import { usePermissions } from "@/shared/admin/permissions";
import { errorText } from "@/shared/api/errors";
import { Problem } from "@/shared/ui/Problem";

const texts: Record<Pan["state"], string> = {
  not_needed: "",
  missing: "Missing. The law asks for it for an order of this amount: please ask the buyer.",
  given: "",
  unreadable: "It was encrypted with a key that the shop does not have any more.",
};

/** The buyer's PAN: masked, or missing. After an admin enters their password again, it is shown until it is closed. */
export function PanPanel({ orderId }: { orderId: number }) {
  const { data: pan } = usePanQuery(orderId);
  const { may } = usePermissions();
  const [whole, setWhole] = useState<string>();
  if (!pan || pan.state === "not_needed") return null;
  return (
    <section className="det-line det-pan" aria-labelledby="order-pan">
      <h3 id="order-pan">
        PAN <b className="num">{whole ?? pan.masked}</b>
      </h3>
      {texts[pan.state] && <p className="bad small mb-2">{texts[pan.state]}</p>}
      {pan.state === "given" && !whole && may("reveal_pan") && <RevealForm orderId={orderId} onShown={setWhole} />}
      {pan.state === "missing" && may("add_pan") && <AddForm orderId={orderId} />}
    </section>
  );
}

function RevealForm({ orderId, onShown }: { orderId: number; onShown: (pan: string) => void }) {
  const [reveal] = useRevealPanMutation();
  return (
    <OneFieldForm
      label="Your password"
      type="password"
      action="Show the whole PAN"
      note="The audit says that you have read it."
      send={async (password) => {
        const { data, error } = await reveal({ orderId, password });
        if (data) onShown(data.pan);
        return error;
      }}
    />
  );
}

function AddForm({ orderId }: { orderId: number }) {
  const [add] = useAddPanMutation();
  return (
    <OneFieldForm
      label="PAN, as the buyer says it"
      type="text"
      action="Save the PAN"
      send={async (pan) => (await add({ orderId, pan })).error}
    />
  );
}

interface OneFieldFormProps {
  label: string;
  type: "password" | "text";
  action: string;
  note?: string;
  /** Returns the error. */
  send: (value: string) => Promise<unknown>;
}

/** A button that opens a field. */
function OneFieldForm({ label, type, action, note, send }: OneFieldFormProps) {
  const field = useId();
  const [value, setValue] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  if (value === undefined) {
    return (
      <button type="button" className="btn btn-line btn-sm" onClick={() => setValue("")}>
        {action}
      </button>
    );
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (!value) return setProblem(`${label} is empty.`);
    setSending(true);
    const error = await send(value);
    setSending(false);
    setProblem(error ? errorText(error) : undefined);
  };
  return (
    <form className="rejectform" noValidate onSubmit={(event) => void onSubmit(event)}>
      <label className="form-label" htmlFor={field}>
        {label}
      </label>
      <input
        id={field}
        type={type}
        className="form-control"
        autoComplete={type === "password" ? "current-password" : "off"}
        maxLength={type === "password" ? 1000 : 20}
        value={value}
        // biome-ignore lint/a11y/noAutofocus: the field appears where the pressed button was
        autoFocus
        onChange={(event) => setValue(event.target.value)}
      />
      <button type="submit" className="btn btn-line btn-sm" disabled={isSending}>
        {action}
      </button>
      {note && <p className="muted small mb-0">{note}</p>}
      <Problem text={problem} />
    </form>
  );
}
