type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

/** Sets who asks the person to prove again who they are; the portal's layout has the dialog. */
export function setStepUp(next: Ask | undefined) {
  ask = next;
}

/** Resolves to true once the person has proved who they are, to false if they closed the dialog. */
export const askForProof: Ask = () => ask?.() ?? Promise.resolve(false);
