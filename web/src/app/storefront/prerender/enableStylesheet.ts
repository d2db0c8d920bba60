const fullStylesheet = (document: Document) => document.querySelector<HTMLLinkElement>("link[data-rest]");

/** The served page contains only its critical styles. Wait until the full stylesheet is loaded. */
export function stylesheetLoaded(document: Document): Promise<void> {
  const rest = fullStylesheet(document);
  if (!rest || rest.sheet) return Promise.resolve();
  return new Promise((done) => {
    rest.onload = () => done();
    rest.onerror = () => done();
  });
}

/**
 * Apply it in the same frame in which the rendered page replaces the served one: the browser then computes styles once.
 */
export function enableStylesheet(document: Document): void {
  fullStylesheet(document)?.setAttribute("media", "all");
}
