/** A question with one button for yes. */
export interface Confirmation {
  title: string;
  /** The effects of confirming, a paragraph each. */
  says: string[];
  /** The word on the button. */
  action: string;
}

interface Asked extends Confirmation {
  answer: (isYes: boolean) => void;
}

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function show(next: Asked | null) {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks in a dialog of the portal, and resolves to the answer. A question that is already open is answered with no. */
export function confirmed(confirmation: Confirmation): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    show({
      ...confirmation,
      answer: (isYes) => {
        show(null);
        resolve(isYes);
      },
    });
  });
}

export const currentQuestion = () => asked;

export function onQuestion(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
