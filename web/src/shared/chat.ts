import { absolute } from "@/shared/head/useHead";

/**
 * The address of the chat: the messenger, or the contact page of a shop without a chat number. The server builds the
 * same, but for the pages of an order, whose number it does not know.
 */
export function chatAddress(chatNumber: string | null | undefined, subject: string): string {
  const message = encodeURIComponent(`Hello Swarna, I need help with ${subject}.`);
  return chatNumber ? `https://wa.me/${chatNumber}?text=${message}` : `/contact-us?message=${message}`;
}

/** The subject of the chat: the order or the page from which it was opened. */
export function chatSubject({ pathname, search }: { pathname: string; search: string }, title: string): string {
  const order = orderOf(pathname, search);
  if (order) return `order ${order}`;
  const name = `“${title.replace(/ \| Swarna$/, "")}” (${absolute(pathname + categoryOf(pathname, search))})`;
  return /^\/[1-9]\d*$/.test(pathname) ? name : `the page ${name}`;
}

/** The query of a category's list, which the title names; other parameters are left out. */
function categoryOf(pathname: string, search: string): string {
  const params = new URLSearchParams(search);
  const [id, another] = new Set(params.getAll("categoryId").filter((value) => /^[1-9]\d{0,8}$/.test(value)));
  return pathname === "/products" && !params.get("search")?.trim() && id && !another ? `?categoryId=${id}` : "";
}

function orderOf(pathname: string, search: string): string | undefined {
  if (pathname === "/order-confirm") return /^\d+$/.exec(new URLSearchParams(search).get("order") ?? "")?.[0];
  return /^\/my-orders\/(\d+)\/invoice$/.exec(pathname)?.[1];
}
