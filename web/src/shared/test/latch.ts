/** A promise that `open` resolves, as to hold back an answer until a test lets it come. */
export function latch() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
