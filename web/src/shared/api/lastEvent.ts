/**
 * The last event that changed what all visitors see; 0 before the first. Requests name it, so that no API process
 * sends a response that it cached earlier. Module state: a page has one socket, whichever store sends the request.
 */
export const lastEvent = { id: 0 };
