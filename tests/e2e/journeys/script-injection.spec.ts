// Script injection: text that a person enters is shown as text.

import { call, changeProduct, orderCart } from "../client";
import { expect, signInAsAdmin, signUp, test } from "../shop";

const script = "<script>window.ran = 1</script><img src=x onerror='window.ran = 1'>";

test("an address or phone with a script is refused", async ({ page }) => {
  const { id, name, email } = await signUp(page, "Careful Writer");
  const place = { city: script, state: script, country: script, zipCode: "<script>" };
  const refused = async (path: string, data: object) => {
    const token = (await page.context().cookies()).find((cookie) => cookie.name === "XSRF-TOKEN")?.value ?? "";
    const answer = await page.request.post(`/api${path}`, { data, headers: { "X-XSRF-TOKEN": token } });
    expect(answer.status()).toBe(422);
    return Object.keys((await answer.json()).errors).sort();
  };
  expect(await refused("/address/", { customerId: id, name: script, address: script, ...place })).toEqual(
    Object.keys(place).sort(),
  );
  const profile = { name, email, phone: script.slice(0, 15), password: "" };
  expect(await refused(`/customer/?id=${id}`, profile)).toEqual(["phone"]);
});

test("a script in a text field is shown as text to shopper and admin", async ({ openBrowser, page, shopkeeper }) => {
  const ran = () => page.evaluate(() => "ran" in window);
  const { id, email } = await signUp(page, "Script Writer");
  const person = { name: script, email, phone: script.slice(0, 15), password: "" };
  // An admin may enter a phone number in any form.
  await call(shopkeeper, "POST", `/customer/?id=${id}`, { data: person });
  const address = { address: script, city: "Kochi", state: "Kerala", country: "India", zipCode: "682001" };
  await call(page.request, "POST", "/address/", { data: { customerId: id, name: script, ...address } });
  await call(page.request, "POST", "/cart/", { data: { customerId: id, productId: 20, quantity: 1 } });
  const product = await call<{ name: string; description: string }>(shopkeeper, "GET", "/product/?id=20");
  await changeProduct(shopkeeper, 20, { name: script, description: script });

  for (const [path, place] of [
    ["/check-out", page.getByRole("radio", { name: /<script>/ })],
    ["/20", page.getByRole("heading", { level: 1, name: script })],
    ["/products?search=%3Cscript%3E", page.getByRole("heading", { level: 1, name: /<script>/ })],
  ] as const) {
    await page.goto(path);
    await expect(place).toBeVisible();
    expect(await ran()).toBe(false);
  }
  await page.getByRole("combobox", { name: "Search the shop" }).fill("<scr");
  await expect(page.getByRole("option").first()).toContainText(script);

  const [line] = await orderCart(page.request, id);
  if (!line) throw new Error("the order has no line");
  await call(shopkeeper, "POST", "/order/?flag=updateStatus", { data: { id: line.itemId, status: "delivered" } });
  await call(page.request, "POST", "/review/", { data: { productId: 20, rating: 5, text: script } });
  for (const path of ["/my-orders", `/my-orders/${line.orderId}/invoice`, "/profile"]) {
    await page.goto(path);
    await expect(page.getByText(script).first()).toBeVisible();
    expect(await ran()).toBe(false);
  }
  await page.goto("/20");
  await page.getByRole("tab", { name: "Reviews" }).click();
  await expect(page.getByRole("tabpanel").getByRole("article").getByText(script)).toBeVisible();
  expect(await ran()).toBe(false);

  const board = await openBrowser();
  await signInAsAdmin(board);
  await board.goto(`/admin/order-management?search=${line.orderId}`);
  await expect(board.getByRole("main").getByText(script).filter({ visible: true }).first()).toBeVisible();
  expect(await board.evaluate(() => "ran" in window)).toBe(false);
  await changeProduct(shopkeeper, 20, { name: product.name, description: product.description });
});
