import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";

interface PopoverProps {
  label: string;
  /** The content of the button. */
  button: ReactNode;
  children: ReactNode;
}

/** A button that opens a popover. Escape, a press outside and moving the focus out close it. */
export function Popover({ label, button, children }: PopoverProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const onPress = ({ target }: PointerEvent) => {
      if (!box.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.preventDefault();
    setOpen(false);
    opener.current?.focus();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !box.current?.contains(relatedTarget)) setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button and what it opens are the controls
    <div className="popup" ref={box} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={opener}
        type="button"
        className="btn btn-line"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => {
          // Safari does not focus a pressed button, and Escape comes to where the focus is.
          opener.current?.focus();
          setOpen(!open);
        }}
      >
        {button}
      </button>
      {open && (
        // In Safari it gets the focus when a control in it is pressed, so that the popover closes under a dialog.
        <fieldset className="popup-box" id={id} tabIndex={-1} aria-label={label}>
          {children}
        </fieldset>
      )}
    </div>
  );
}
