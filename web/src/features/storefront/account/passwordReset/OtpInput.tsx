import { type ClipboardEvent, type KeyboardEvent, useRef } from "react";

interface OtpInputProps {
  /** One string for each box: a digit or empty. */
  digits: string[];
  onChange: (digits: string[]) => void;
  isWrong: boolean;
}

/**
 * One digit a box. The focus moves on while typing and back with Backspace; a whole code can be pasted or filled in.
 */
export function OtpInput({ digits, onChange, isWrong }: OtpInputProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const boxes = () => [...(group.current?.querySelectorAll("input") ?? [])];
  const focus = (index: number) => boxes()[Math.min(index, digits.length - 1)]?.focus();

  const enter = (text: string, index: number) => {
    const typed = text.replace(/\D/g, "");
    if (!typed) return;
    const next = [...digits];
    for (const [offset, digit] of [...typed].entries()) {
      if (index + offset < next.length) next[index + offset] = digit;
    }
    onChange(next);
    focus(index + typed.length);
  };
  const erase = (index: number) => onChange(digits.map((digit, at) => (at === index ? "" : digit)));

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key === "ArrowLeft") focus(Math.max(0, index - 1));
    if (event.key === "ArrowRight") focus(index + 1);
    if (event.key === "Backspace" && !digits[index] && index > 0) {
      event.preventDefault();
      erase(index - 1);
      focus(index - 1);
    }
  };
  const onPaste = (event: ClipboardEvent, index: number) => {
    event.preventDefault();
    const pasted = event.clipboardData.getData("text").replace(/\D/g, "");
    enter(pasted, pasted.length >= digits.length ? 0 : index);
  };

  return (
    <fieldset ref={group} className="otp">
      <legend className="visually-hidden">Six digit code</legend>
      {digits.map((digit, index) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its position
          key={index}
          inputMode="numeric"
          autoComplete={index === 0 ? "one-time-code" : "off"}
          aria-label={`Digit ${index + 1}`}
          aria-invalid={isWrong}
          value={digit}
          onFocus={(event) => event.target.select()}
          // Unlike a change event, an input event also reports the digit that is already there.
          onInput={({ currentTarget: { value } }) => {
            if (value === "") erase(index);
            // A second digit in a filled box replaces the first.
            else enter(value.length === 2 && digit ? value.replace(digit, "") || digit : value, index);
          }}
          onKeyDown={(event) => onKeyDown(event, index)}
          onPaste={(event) => onPaste(event, index)}
        />
      ))}
    </fieldset>
  );
}
