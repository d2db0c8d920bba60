// The shop's API, for what a journey needs but is not about.

import { type APIRequestContext, expect, test } from "@playwright/test";

interface Content {
  data?: unknown;
  multipart?: Record<string, string>;
}

/** Call the API as whoever holds the cookies of `by`; give what the answer carries. */
export async function call<T>(by: APIRequestContext, method: "GET" | "POST", path: string, content: Content = {}) {
  const { cookies } = await by.storageState();
  const token = cookies.find(({ name }) => name === "XSRF-TOKEN")?.value;
  const headers: Record<string, string> = token ? { "X-XSRF-TOKEN": decodeURIComponent(token) } : {};
  // A connection that the shop closes in the moment in which it is used again is no answer.
  const answer = await by.fetch(`/api${path}`, { method, headers, maxRetries: 2, ...content });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  const body = (await answer.json()) as { data: T };
  return (Array.isArray(body) ? body : body.data) as T;
}

const picturesTake = 1_200_000;

/** Wait until the demo shop's pictures are made: their worker gives way to all others, and a busy machine leaves it little. */
export async function picturesMade(shopkeeper: APIRequestContext): Promise<void> {
  type Standing = { outbox: { waiting: number }; queues: { name: string; waiting: number }[] };
  const waiting = async () => {
    const { outbox, queues } = await call<Standing>(shopkeeper, "GET", "/operations/");
    // What has not been handed to its queue yet waits too.
    return outbox.waiting + (queues.find(({ name }) => name === "images")?.waiting ?? Number.NaN);
  };
  const journey = test.info();
  journey.setTimeout(journey.timeout + picturesTake);
  await expect.poll(waiting, { timeout: picturesTake }).toBe(0);
}

export interface Rate {
  id: number;
  r22kRate: number;
  r24kRate: number;
  date: string;
}

/** Move the gold rate of the day by so many rupees a gram; every price follows. */
export async function moveRate(shopkeeper: APIRequestContext, by: number): Promise<void> {
  const [rate] = await call<Rate[]>(shopkeeper, "GET", "/goldrate/");
  if (!rate) throw new Error("The shop has no gold rate.");
  const { id, r22kRate, ...others } = rate;
  await call(shopkeeper, "POST", `/goldrate/?id=${id}`, { data: { ...others, r22kRate: r22kRate + by } });
}

const productFields = [
  "code name description weight makingCharge wastageCharge discount status stockAvailability purchaseRate",
  "purchaseGoldRate purchaseDate vendorId categoryId productType",
].flatMap((names) => names.split(" "));

async function fieldsOf(shopkeeper: APIRequestContext, id: number): Promise<Record<string, string>> {
  const product = await call<Record<string, unknown>>(shopkeeper, "GET", `/product/?id=${id}`);
  return Object.fromEntries(productFields.map((name) => [name, String(product[name])]));
}

/** Save a product with some of its fields changed, as the portal's form does. */
export async function changeProduct(shopkeeper: APIRequestContext, id: number, change: Record<string, string>) {
  const multipart = { id: String(id), ...(await fieldsOf(shopkeeper, id)), ...change };
  await call(shopkeeper, "POST", `/product/?id=${id}`, { multipart });
}

/** Add a product like another one but for some of its fields, without a picture. */
export async function addProduct(shopkeeper: APIRequestContext, like: number, change: Record<string, string>) {
  const multipart = { ...(await fieldsOf(shopkeeper, like)), ...change };
  return call<{ id: number }>(shopkeeper, "POST", "/product/", { multipart });
}

export interface Line {
  itemId: number;
  orderId: number;
}

interface CartLine {
  quantity: number;
  productId: number;
  product: { ornamentPrice: number };
}

/** Order what is in a shopper's cart; give the lines of the order. */
export async function orderCart(shopper: APIRequestContext, customerId: number): Promise<Line[]> {
  const cart = await call<CartLine[]>(shopper, "GET", `/cart/?custId=${customerId}`);
  const items = cart.map(({ productId, quantity, product }) => ({
    productId,
    productQuantity: quantity,
    totalAmount: product.ornamentPrice * quantity,
  }));
  const totalAmount = items.reduce((total, item) => total + item.totalAmount, 0);
  const totalQuantity = items.reduce((count, item) => count + item.productQuantity, 0);
  const order = { customerId, totalAmount, totalQuantity, items };
  return (await call<{ items: Line[] }>(shopper, "POST", "/order/", { data: order })).items;
}
