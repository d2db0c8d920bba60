const restOf = (document: Document) => document.querySelector<HTMLLinkElement>("link[data-rest]");

/** The served page carries the styles of its first look only. Wait until the rest is there to be used. */
export function styled(document: Document): Promise<void> {
  const rest = restOf(document);
  if (!rest || rest.sheet) return Promise.resolve();
  return new Promise((done) => {
    rest.onload = () => done();
    rest.onerror = () => done();
  });
}

/** Use it, in the same moment in which the page takes the place of what was served: the browser styles once. */
export function dress(document: Document): void {
  restOf(document)?.setAttribute("media", "all");
}
