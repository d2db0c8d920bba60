import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useSeen } from "@/shared/admin/form/useSeen";
import { huidOf, useSetHuidsMutation } from "@/shared/admin/orders/huidsApi";
import { errorText } from "@/shared/api/errors";
import type { OrderItem } from "@/shared/api/types";
import { Problem } from "@/shared/ui/Problem";

interface HuidFormProps {
  item: OrderItem;
  /** The text of the button. */
  action?: string;
  autoFocus?: boolean;
  onSaved?: () => void;
}

/**
 * A field for the HUID of each piece. A scanner types and presses Enter, which moves to the next field and saves in the
 * last one.
 */
export function HuidForm({ item, action = "Save", autoFocus = false, onSaved }: HuidFormProps) {
  const id = useId();
  const fields = useRef<(HTMLInputElement | null)[]>([]);
  const [typed, setTyped] = useState<string[]>();
  const [problem, setProblem] = useState<{ text: string; at?: number }>();
  const [isSaved, setSaved] = useState(false);
  const version = useSeen(item.huidsVersion);
  const [setHuids, { isLoading }] = useSetHuidsMutation();
  const pieces = Array.from({ length: item.productQuantity }, (_, index) => index);
  const present = pieces.map((index) => item.huids[index] ?? "");
  const values = typed ?? present;

  const change = (at: number, value: string) => {
    version.hold();
    setTyped(values.map((each, index) => (index === at ? value : each)));
    setProblem(undefined);
    setSaved(false);
  };

  /** Typed or scanned text replaces the text in the field. */
  const goTo = (at: number) => {
    fields.current[at]?.focus();
    fields.current[at]?.select();
  };

  const refuse = (text: string, at: number) => {
    setProblem({ text, at });
    goTo(at);
  };

  const isFit = (at: number): boolean => {
    const huid = normalized(values[at]);
    if (huid !== "" && !huidOf(huid)) refuse("A HUID has six letters and digits, such as AB12C7.", at);
    else if (huid !== "" && values.some((each, index) => index < at && normalized(each) === huid))
      refuse(`${huid} is there twice. Each piece has a HUID of its own.`, at);
    else return true;
    return false;
  };

  const save = async () => {
    if (!pieces.every(isFit)) return;
    const huids = values.map(normalized).filter(Boolean);
    const { error } = await setHuids({ itemId: item.itemId, huids, version: version.seen });
    const text = errorText(error);
    const at = huids.findIndex((huid) => text.startsWith(huid));
    // A refused HUID does not mean that others have changed the item.
    if (at === -1) version.settle(error);
    if (error) {
      setProblem({ text });
      if (at !== -1) refuse(text, values.map(normalized).indexOf(huids[at] ?? ""));
      return;
    }
    setTyped(undefined);
    setSaved(true);
    onSaved?.();
  };

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (isLoading || !isFit(at)) return;
    if (at + 1 < pieces.length) goTo(at + 1);
    else void save();
  };

  return (
    <form
      className="huidform"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {pieces.map((index) => (
        <div key={index}>
          <label className="form-label" htmlFor={`${id}-${index}`}>
            {pieces.length > 1 ? `HUID of piece ${index + 1}` : "HUID"}
          </label>
          <input
            id={`${id}-${index}`}
            ref={(field) => {
              fields.current[index] = field;
            }}
            className="form-control huid"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            value={values[index]}
            // biome-ignore lint/a11y/noAutofocus: the form appears where the admin pressed a button to pack
            autoFocus={autoFocus && index === 0}
            aria-invalid={problem?.at === index}
            aria-describedby={problem?.at === index ? `${id}-problem` : undefined}
            onChange={(event) => change(index, event.target.value)}
            onKeyDown={(event) => onKeyDown(event, index)}
          />
        </div>
      ))}
      <button type="submit" className="btn btn-line btn-sm" disabled={isLoading}>
        {action}
      </button>
      <Problem id={`${id}-problem`} text={problem?.text} />
      {isSaved && (
        <p className="note ok" role="status">
          Saved
        </p>
      )}
    </form>
  );
}

const normalized = (value: string | undefined) => (value ?? "").trim().toUpperCase();
