import type { GiftIn } from "@/shared/api/schema";
import { Field } from "@/shared/ui/Field";

const maxLength = 300;

interface GiftFieldsProps {
  gift: GiftIn | null;
  onChange: (gift: GiftIn | null) => void;
}

/** Whether the order is a gift, and its message and wrapping. */
export function GiftFields({ gift, onChange }: GiftFieldsProps) {
  const message = gift?.message ?? "";
  return (
    <div className="gift">
      <label className="d-flex gap-2 align-items-start">
        <input
          type="checkbox"
          className="form-check-input"
          checked={gift !== null}
          onChange={(event) => onChange(event.target.checked ? { message: "", isWrapped: true } : null)}
        />
        <span>
          This is a gift
          <span className="small muted d-block">The slip in the parcel shows no prices. The invoice comes to you.</span>
        </span>
      </label>
      {gift && (
        <div className="mt-3">
          <Field label="Message on the card (optional)" hint={`${maxLength - message.length} characters are left.`}>
            {(control) => (
              <textarea
                {...control}
                className="form-control"
                rows={3}
                maxLength={maxLength}
                value={message}
                onChange={(event) => onChange({ ...gift, message: event.target.value })}
              />
            )}
          </Field>
          <label className="d-flex gap-2 align-items-start mt-3">
            <input
              type="checkbox"
              className="form-check-input"
              checked={gift.isWrapped ?? true}
              onChange={(event) => onChange({ ...gift, isWrapped: event.target.checked })}
            />
            <span>Wrap it, free of charge</span>
          </label>
        </div>
      )}
    </div>
  );
}
