/** The served page carries the styles of its first look only. Put the rest to use, and wait until they are. */
export function styled(document: Document): Promise<void> {
  const rest = document.querySelector<HTMLLinkElement>("link[data-rest]");
  if (!rest) return Promise.resolve();
  return new Promise((done) => {
    rest.onload = () => done();
    rest.onerror = () => done();
    rest.rel = "stylesheet";
  });
}
