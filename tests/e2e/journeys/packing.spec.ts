// An order is packed by keyboard and scanner alone; slips and labels of many orders are one print of the right sizes.

import type { Page, Route } from "@playwright/test";
import { barriers } from "../accessibility";
import { call, type Line, orderCart } from "../client";
import { expect, type Person, signInAsAdmin, signUp, test } from "../shop";

test.use({ ownContext: true }); // it installs a clock

/** Products of the demo shop: a hallmarked one, and two without a hallmark. */
const [hallmarked, plain, absent] = [8, 5, 6];

interface AdminProduct {
  code: string;
  name: string;
  bin: string | null;
}

/**
 * A scanner types fast and ends with Enter. The page's clock stands still meanwhile (the page needs `clock.install`):
 * otherwise a busy machine would pause between two keys for longer than a scanner does.
 */
async function scan(page: Page, text: string): Promise<void> {
  await expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 200))).toPass();
  for (const key of [...text, "Enter"]) await page.keyboard.press(key);
  await page.clock.resume();
}

async function orderOf(shopper: Page, customer: Person, productIds: number[]): Promise<Line[]> {
  for (const productId of productIds) {
    await call(shopper.request, "POST", "/cart/", { data: { customerId: customer.id, productId, quantity: 1 } });
  }
  return orderCart(shopper.request, customer.id);
}

test("an order is packed by keyboard and scanner, and the shopper's page follows", async ({
  openBrowser,
  page: desk,
  shopkeeper,
}) => {
  const shopper = await openBrowser();
  const customer = await signUp(shopper, "Meera Joshi");
  const lines = await orderOf(shopper, customer, [hallmarked, plain]);
  const order = String(lines[0]?.orderId);
  const product = (id: number) => call<AdminProduct>(shopkeeper, "GET", `/product/?id=${id}`);
  const [chain, ring, other] = await Promise.all([product(hallmarked), product(plain), product(absent)]);
  await shopper.goto("/my-orders");
  const card = shopper.getByRole("region", { name: `Order ${order}` });
  await expect(card).toBeVisible();

  await desk.clock.install();
  await signInAsAdmin(desk);
  await desk.goto(`/admin/orders/${order}`);
  await expect(desk.getByRole("link", { name: "Pack", exact: true })).toHaveAttribute(
    "href",
    `/admin/packing/${order}`,
  );
  await desk.keyboard.press("p");
  await expect(desk.getByRole("heading", { name: `Pack order ${order}` })).toBeVisible();
  await desk.goto(`/admin/order-management?search=${order}`);
  await desk.getByRole("checkbox", { name: `Select item 1 of order ${order}` }).focus();
  await desk.keyboard.press("p");
  await expect(desk.getByRole("heading", { name: `Pack order ${order}` })).toBeVisible();
  await expect(desk.getByText(chain.bin ?? "").first()).toBeVisible();
  expect(await barriers(desk)).toEqual([]);

  const scans = desk.getByRole("region", { name: "Scans" });
  const pieces = desk.getByRole("region", { name: "Pieces" });
  await scan(desk, other.code);
  await expect(scans.getByText(`Not in this order: ${other.name}`)).toBeVisible();
  await expect(pieces.getByText("0 of 2 done")).toBeVisible();
  // The second piece first: the scan chooses it.
  await scan(desk, ring.code.toLowerCase().replaceAll("-", ""));
  await expect(pieces.getByText("1 of 2 done")).toBeVisible();
  const huid = `P${order.padStart(5, "0")}`;
  await scan(desk, chain.code);
  await expect(scans.getByText(/right piece, bin .*, now its HUID/)).toBeVisible();
  await scan(desk, huid.toLowerCase());
  await expect(pieces.getByText("2 of 2 done")).toBeVisible();
  await expect(pieces.getByText(huid)).toBeVisible();
  await scan(desk, ring.code);
  await expect(scans.getByText(`${ring.name} is ticked already`)).toBeVisible();

  await desk.keyboard.press("1");
  await expect(desk.getByRole("button", { name: "Blue Dart" })).toHaveAttribute("aria-pressed", "true");
  await desk.keyboard.press("Control+Enter");
  await expect(desk.getByText("Scan the airway bill, or pick the courier again")).toBeVisible();
  await scan(desk, "774109263358");
  await expect(desk.getByLabel("Tracking number")).toHaveValue("774109263358");
  // A reload keeps the ticks.
  await desk.reload();
  await expect(pieces.getByText("2 of 2 done")).toBeVisible();
  await expect(desk.getByRole("button", { name: "Blue Dart" })).toBeVisible();
  await desk.keyboard.press("1");
  await expect(desk.getByRole("button", { name: "Blue Dart" })).toHaveAttribute("aria-pressed", "true");
  await scan(desk, "774109263358");
  await expect(desk.getByLabel("Tracking number")).toHaveValue("774109263358");
  await desk.keyboard.press("Control+Enter");
  await expect(desk.getByRole("heading", { name: `Pack order ${order}` })).toBeHidden();
  await expect(desk.getByText(/set to Packed/).first()).toBeVisible();

  await expect(card.locator(".badge-st")).toHaveText(["Packed", "Packed"]);
  await expect(card.getByText(`HUID ${huid}`)).toBeVisible();
  const items = await call<{ courier: string; trackingNumber: string }[]>(
    shopper.request,
    "GET",
    `/order/?customerId=${customer.id}`,
  );
  expect(items.map(({ courier, trackingNumber }) => [courier, trackingNumber])).toEqual([
    ["Blue Dart", "774109263358"],
    ["Blue Dart", "774109263358"],
  ]);
});

test("a colleague who was faster, a piece without a HUID, and leaving by Esc", async ({
  openBrowser,
  page: desk,
  shopkeeper,
}) => {
  const shopper = await openBrowser();
  const customer = await signUp(shopper, "Rohan Mehta");
  const [line] = await orderOf(shopper, customer, [hallmarked]);
  if (!line) throw new Error("nothing was ordered");
  await signInAsAdmin(desk);
  await desk.goto(`/admin/packing/${line.orderId}`);
  await expect(desk.getByText("0 of 1 done")).toBeVisible();
  const pack = desk.getByRole("button", { name: "Mark packed" });
  await expect(pack).toBeDisabled();
  await desk.keyboard.press("x");
  await expect(desk.getByText("1 of 1 done")).toBeVisible();
  await desk.keyboard.press("Control+Enter");
  const question = desk.getByRole("dialog", { name: "Pack without a HUID?" });
  await expect(question).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await desk.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(desk).toHaveURL(new RegExp(`/admin/packing/${line.orderId}`));

  // A colleague ships it between the click and the call.
  const beFaster = async (route: Route) => {
    await call(shopkeeper, "POST", "/order/?flag=updateStatus", { data: { id: line.itemId, status: "shipped" } });
    await route.continue();
  };
  await desk.route("**/api/order/?flag=updateStatus", beFaster, { times: 1 });
  await desk.keyboard.press("Control+Enter");
  await question.getByRole("button", { name: "Pack without" }).click();
  await expect(desk.getByText(/Not saved: .* set Shipped/)).toBeVisible();
  await expect(desk.getByRole("heading", { name: `Pack order ${line.orderId}` })).toBeVisible();
  await desk.keyboard.press("Escape");
  await expect(desk).toHaveURL(/\/admin\/order-management$/);
});

const long = {
  name: "Srimathi Venkatalakshmi Subramanian Thirumalai Anantha Padmanabhan and Family, care of the Estate Office",
  address: `Flat 1702, Tower B, ${"Sri Lakshmi Narasimha Residency, ".repeat(13)}near the lake`,
};

test("three orders are packed one after another without the mouse", async ({ openBrowser, page: desk, shopkeeper }) => {
  const shopper = await openBrowser();
  const customer = await signUp(shopper, "Leela Thomas");
  const orders: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    await call(shopper.request, "POST", "/cart/", { data: { customerId: customer.id, productId: plain, quantity: 1 } });
    // The API takes a second order with the same content for a repetition of the first.
    const [line] = await orderCart(shopper.request, customer.id, { name: `Parcel ${count}` });
    orders.push(line?.orderId ?? 0);
  }
  const { code } = await call<AdminProduct>(shopkeeper, "GET", `/product/?id=${plain}`);
  const note = { orderId: orders[0], text: "No bill inside." };
  await call(shopkeeper, "POST", "/order/notes/", { data: note });
  await desk.clock.install();
  await signInAsAdmin(desk);
  await desk.goto(`/admin/order-management?search=${encodeURIComponent(customer.email)}&sort=oldest`);
  await expect(desk.getByText("3 items, oldest first")).toBeVisible();
  await desk.getByRole("checkbox", { name: /^Select all/ }).focus();
  await desk.keyboard.press("Space");
  await desk.keyboard.press("p");
  for (const [at, order] of orders.entries()) {
    await expect(desk.getByRole("heading", { name: `Pack order ${order}` })).toBeVisible();
    await expect(desk.getByText("0 of 1 done")).toBeVisible();
    await expect(desk.getByText("Note of Karthik Rao: No bill inside.")).toHaveCount(at === 0 ? 1 : 0);
    await scan(desk, code);
    await expect(desk.getByText("1 of 1 done")).toBeVisible();
    await desk.keyboard.press("1");
    await expect(desk.getByRole("button", { name: "Blue Dart" })).toHaveAttribute("aria-pressed", "true");
    await scan(desk, `77410926${String(3000 + at)}`);
    await expect(desk.getByLabel("Tracking number")).toHaveValue(`77410926${String(3000 + at)}`);
    await desk.keyboard.press("Control+Enter");
  }
  await expect(desk.getByRole("heading", { name: `Pack order ${orders.at(-1)}` })).toBeHidden();
  const items = await call<{ status: string }[]>(shopper.request, "GET", `/order/?customerId=${customer.id}`);
  expect(items.map(({ status }) => status)).toEqual(orders.map(() => "packed"));
});

test("ten orders are printed at once, each on its own slip and label of the right size", async ({
  openBrowser,
  page: desk,
}) => {
  const shopper = await openBrowser();
  const customer = await signUp(shopper, "Kavitha Subramanian");
  const address = {
    customerId: customer.id,
    country: "India",
    state: "Tamil Nadu",
    city: "Chennai",
    zipCode: "600020",
  };
  const saved = await call<{ id: number }>(shopper.request, "POST", "/address/", { data: { ...address, ...long } });
  const orders: number[] = [];
  for (let count = 0; count < 10; count += 1) {
    // The API takes a second order with the same content for a repetition of the first.
    const beside = { name: `Parcel ${count}`, ...(count === 3 && { gift: { message: "For Diya", isWrapped: true } }) };
    await call(shopper.request, "POST", "/cart/", { data: { customerId: customer.id, productId: plain, quantity: 1 } });
    const [line] = await orderCart(shopper.request, customer.id, { ...beside, addressId: saved.id });
    orders.unshift(line?.orderId ?? 0);
  }
  await signInAsAdmin(desk);
  await desk.addInitScript(() => {
    window.print = () => {
      document.title = "printed";
    };
  });
  await desk.goto(`/admin/order-management?search=${encodeURIComponent(customer.email)}`);
  await expect(desk.getByText("10 items, newest first")).toBeVisible();
  await desk.getByRole("checkbox", { name: /^Select all/ }).check();
  await desk.keyboard.press("l");
  const dialog = desk.getByRole("dialog", { name: "Print for 10 orders" });
  await expect(dialog.getByRole("button", { name: /Slips and labels/ })).toBeFocused();
  expect(await barriers(desk)).toEqual([]);

  const [slip, label] = [
    [148, 210],
    [105, 148],
  ];
  await desk.keyboard.press("Enter");
  expect(await printed(desk)).toEqual(orders.flatMap(() => [slip, label]));
  for (const [name, size] of [
    ["Packing slips", slip],
    ["Address labels", label],
  ] as const) {
    await desk.keyboard.press("l");
    await desk.getByRole("button", { name }).click();
    expect(await printed(desk)).toEqual(orders.map(() => size));
  }

  // The page of the gift prints the slip alone.
  await desk.goto(`/admin/orders/${orders[6]}`);
  await desk.getByRole("button", { name: "Print the slip without prices" }).click();
  await desk.emulateMedia({ media: "print" });
  const giftSlip = await desk.locator("body").innerText();
  expect(giftSlip).toContain("For Diya");
  expect(giftSlip).not.toContain("₹");
});

/** The sizes of the pages that are printed, in millimetres. Checks what is on them, and that nothing is cut. */
async function printed(page: Page): Promise<number[][]> {
  await expect(page).toHaveTitle("printed");
  await page.emulateMedia({ media: "print" });
  const papers = await page.locator(".paper").evaluateAll((all) =>
    all
      .filter((paper) => paper.closest(".papers"))
      .map((paper) => ({
        text: (paper as HTMLElement).innerText,
        // A browser repeats such parts on each sheet of a long slip.
        repeated: [...paper.querySelectorAll<HTMLElement>("thead, tfoot")]
          .filter((part) => /^table-(header|footer)-group$/.test(getComputedStyle(part).display))
          .map((part) => part.innerText.replace(/\s+/g, " ")),
        cut: paper.scrollHeight > paper.clientHeight + 1 || paper.scrollWidth > paper.clientWidth + 1,
      })),
  );
  for (const { text, cut, repeated } of papers) {
    if (text.includes("Packing slip")) expect(text).toMatch(/Checked by\s+Order \d+/);
    if (text.includes("Packing slip")) expect(repeated).toEqual([expect.stringMatching(/^Order \d+ .* Piece Bin Qty/)]);
    expect(cut, text).toBe(false);
    expect(text.replace(/\s+/g, " ")).toContain(text.includes("To") ? "near the lake" : "Packing slip");
    if (text.includes("For Diya")) expect(text).not.toContain("₹");
    else if (text.includes("Packing slip")) expect(text).toContain("₹");
  }
  expect(papers.filter(({ text }) => text.includes("For Diya")).length).toBe(
    papers.some(({ text }) => text.includes("Packing slip")) ? 1 : 0,
  );
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  await page.emulateMedia({ media: null });
  await page.evaluate(() => {
    document.title = "";
    window.dispatchEvent(new Event("afterprint"));
  });
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  return boxes.map(([, width, height]) => [width, height].map((points) => Math.round((Number(points) / 72) * 25.4)));
}
