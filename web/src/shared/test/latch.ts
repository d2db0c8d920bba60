/** A promise that `open` resolves, for example to delay a response until a test releases it. */
export function latch() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
