/**
 * The last event that changed what all visitors see; 0 before the first. Requests name it, so that no API process
 * answers with what it stored before it. Module state: a page has one socket, whichever store sends the request.
 */
export const lastEvent = { id: 0 };
