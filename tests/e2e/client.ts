// API calls that prepare data for tests.

import { type APIRequestContext, expect, test } from "@playwright/test";

interface Content {
  data?: unknown;
  multipart?: Record<string, string>;
}

/** Calls the API with the cookies of `by`; returns the data of the response. Throws on an error status. */
export async function call<T>(by: APIRequestContext, method: "GET" | "POST", path: string, content: Content = {}) {
  // The storage state has the cookies too, but reading it can load a page.
  const token = (await by.cookies()).find(({ name }) => name === "XSRF-TOKEN")?.value;
  const headers: Record<string, string> = token ? { "X-XSRF-TOKEN": decodeURIComponent(token) } : {};
  // Retried if the server closes an idle connection while it is being reused.
  const answer = await by.fetch(`/api${path}`, { method, headers, maxRetries: 2, ...content });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  const body = (await answer.json()) as { data: T };
  return (Array.isArray(body) ? body : body.data) as T;
}

const picturesTake = 1_200_000;

interface Operations {
  level: string;
  outbox: { waiting: number };
  queues: { name: string; waiting: number; workers: number }[];
}

const readOperations = (shopkeeper: APIRequestContext) => call<Operations>(shopkeeper, "GET", "/operations/");

/** Waits until the images worker has no work. It has the lowest priority, so this is slow on a busy machine. */
export async function picturesMade(shopkeeper: APIRequestContext): Promise<void> {
  const waiting = async () => {
    const { outbox, queues } = await readOperations(shopkeeper);
    // The outbox holds events whose deliveries are not in a queue yet.
    return outbox.waiting + (queues.find(({ name }) => name === "images")?.waiting ?? Number.NaN);
  };
  const journey = test.info();
  journey.setTimeout(journey.timeout + picturesTake);
  await expect.poll(waiting, { timeout: picturesTake }).toBe(0);
}

/** Waits until the shop is healthy, each queue has a worker, and no mail is pending. */
export async function shopIsHealthy(shopkeeper: APIRequestContext): Promise<void> {
  const wrong = async () => {
    const { level, queues } = await readOperations(shopkeeper);
    const isWaiting = ({ name, waiting, workers }: Operations["queues"][number]) =>
      workers === 0 || (name === "mail" && waiting > 0);
    return [...(level === "fine" ? [] : [level]), ...queues.filter(isWaiting).map(({ name }) => name)];
  };
  await expect.poll(wrong).toEqual([]);
}

export interface Rate {
  id: number;
  r22kRate: number;
  r24kRate: number;
  date: string;
}

/** Changes the current 22k rate by some rupees a gram; all prices follow. */
export async function moveRate(shopkeeper: APIRequestContext, by: number): Promise<void> {
  const today = new Date().toLocaleDateString("sv", { timeZone: "Asia/Kolkata" });
  const rate = (await call<Rate[]>(shopkeeper, "GET", "/goldrate/")).find(({ date }) => date <= today);
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

/** Changes some fields of a product, as the portal's form does. */
export async function changeProduct(shopkeeper: APIRequestContext, id: number, change: Record<string, string>) {
  const multipart = { id: String(id), ...(await fieldsOf(shopkeeper, id)), ...change };
  await call(shopkeeper, "POST", `/product/?id=${id}`, { multipart });
}

/** Adds a product without pictures, with the fields of another one except for some. */
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
  size: string | null;
  product: { ornamentPrice: number };
}

/** Orders the content of a shopper's cart, with further fields of the order; returns its lines. */
export async function orderCart(shopper: APIRequestContext, customerId: number, beside: object = {}): Promise<Line[]> {
  const cart = await call<CartLine[]>(shopper, "GET", `/cart/?custId=${customerId}`);
  const items = cart.map(({ productId, size, quantity, product }) => ({
    productId,
    ...(size && { size }),
    productQuantity: quantity,
    totalAmount: product.ornamentPrice * quantity,
  }));
  const totalAmount = items.reduce((total, item) => total + item.totalAmount, 0);
  const totalQuantity = items.reduce((count, item) => count + item.productQuantity, 0);
  const order = { customerId, totalAmount, totalQuantity, items, ...beside };
  return (await call<{ items: Line[] }>(shopper, "POST", "/order/", { data: order })).items;
}
