/**
 * The address of the chat: the messenger, or the contact page of a shop without a chat number. The server builds the
 * same.
 */
export function chatAddress(chatNumber: string | null | undefined, subject: string): string {
  const message = encodeURIComponent(`Hello Swarna, I need help with ${subject}.`);
  return chatNumber ? `https://wa.me/${chatNumber}?text=${message}` : `/contact-us?message=${message}`;
}

/** The subject of the chat: the order or the page from which it was opened. */
export function chatSubject({ pathname, search }: { pathname: string; search: string }, title: string): string {
  const order = orderOf(pathname, search);
  if (order) return `order ${order}`;
  const name = `“${title.replace(/ \| Swarna$/, "")}” (${window.location.origin}${pathname})`;
  return /^\/[1-9]\d*$/.test(pathname) ? name : `the page ${name}`;
}

function orderOf(pathname: string, search: string): string | undefined {
  if (pathname === "/order-confirm") return /^\d+$/.exec(new URLSearchParams(search).get("order") ?? "")?.[0];
  return /^\/my-orders\/(\d+)\/invoice$/.exec(pathname)?.[1];
}
