import { useEffect, useSyncExternalStore } from "react";
import { Dialog } from "@/shared/ui/Dialog";
import { currentQuestion, onQuestion } from "./confirmed";

/** Shows the question of `confirmed` above any other dialog. Leaving the portal answers it with no. */
export function ConfirmationDialog() {
  const asked = useSyncExternalStore(onQuestion, currentQuestion);
  useEffect(() => () => currentQuestion()?.answer(false), []);
  if (!asked) return null;
  const { title, says, action, answer } = asked;
  return (
    <Dialog
      title={title}
      size="sm"
      isOnTop
      onClose={() => answer(false)}
      footer={
        <>
          <button type="button" className="btn btn-line" onClick={() => answer(false)}>
            Not now <kbd>Esc</kbd>
          </button>
          <button type="button" className="btn btn-primary" onClick={() => answer(true)}>
            {action}
          </button>
        </>
      }
    >
      <div className="says mb-0">
        {says.map((paragraph) => (
          <p key={paragraph} className="mb-0">
            {paragraph}
          </p>
        ))}
      </div>
    </Dialog>
  );
}
