// Module state: a page has one socket, whichever store sends the request.
let last = 0;

/** Notes an event that changed what all visitors see. */
export function noteEvent(id: number) {
  last = Math.max(last, id);
}

/** Names the event, so that no API process answers with what it stored before it. */
export function lastEventHeader(): Record<string, string> {
  return last ? { "X-After-Event": `${last}` } : {};
}
