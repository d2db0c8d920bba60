type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

/** Sets the function that asks for a new proof of identity. The portal's layout has the dialog. */
export function setStepUp(next: Ask | undefined) {
  ask = next;
}

/** Resolves to true when the person has proved their identity, and to false if they close the dialog. */
export const askForProof: Ask = () => ask?.() ?? Promise.resolve(false);
