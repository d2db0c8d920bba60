import type { GiftIn } from "@/shared/api/schema";
import { pluralize } from "@/shared/format";
import { Field } from "@/shared/ui/Field";

const maxLength = 300;

/** How many characters of the message are left. It counts what the server stores: some Indian letters become two. */
const charactersLeft = (message: string) => maxLength - Math.max(message.length, message.normalize("NFC").length);

export const isMessageTooLong = (gift: GiftIn | null) => charactersLeft(gift?.message ?? "") < 0;

interface GiftFieldsProps {
  gift: GiftIn | null;
  onChange: (gift: GiftIn | null) => void;
}

/** Whether the order is a gift, and its message and wrapping. */
export function GiftFields({ gift, onChange }: GiftFieldsProps) {
  const message = gift?.message ?? "";
  const left = charactersLeft(message);
  const problem = `Please make it ${pluralize(-left, "character")} shorter. Some letters count as two.`;
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
          <Field
            label="Message on the card (optional)"
            hint={`${pluralize(left, "character")} ${left === 1 ? "is" : "are"} left.`}
            error={left < 0 ? problem : undefined}
          >
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
