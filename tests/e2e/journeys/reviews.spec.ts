// A review with a photo: written, rebuilt by the worker, found helpful, hidden and shown again, each live elsewhere.

import { barriers } from "../accessibility";
import { addProduct, call, orderCart } from "../client";
import { picture } from "../pictures";
import { expect, signInAsAdmin, signUp, test } from "../shop";

test("a review with a photo is seen, found helpful, hidden and shown again on open pages", async ({
  openBrowser,
  page: desk,
  shopkeeper,
}) => {
  const ring = await addProduct(shopkeeper, 3, { code: "RV-1", name: "Reviewed Ring" });
  const writer = await openBrowser();
  const { id: customerId, name } = await signUp(writer, "Revathi Kumar");
  await call(writer.request, "POST", "/cart/", { data: { customerId, productId: ring.id, quantity: 1 } });
  const [line] = await orderCart(writer.request, customerId);
  await call(shopkeeper, "POST", "/order/?flag=updateStatus", { data: { id: line?.itemId, status: "delivered" } });
  const reader = await openBrowser({ width: 390, height: 844 });
  await signUp(reader, "Latha Pillai");
  await reader.goto(`/${ring.id}#reviews`);
  await expect(reader.getByText("Nobody has reviewed this piece yet.")).toBeVisible();

  await writer.goto(`/${ring.id}#reviews`);
  await writer.getByRole("radio", { name: "5 stars" }).check({ force: true });
  await writer.getByLabel("Your review").fill("It sits well on the hand.");
  const photos = writer.getByLabel("Add photos");
  await photos.setInputFiles({ name: "not.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture at all") });
  await expect(writer.getByText("Only JPG, PNG, WebP, and GIF images are allowed")).toBeVisible();
  await photos.setInputFiles(picture("worn.png"));
  await expect(writer.getByRole("button", { name: "Remove photo 1" })).toBeVisible();
  expect(await barriers(writer)).toEqual([]);
  await writer.getByRole("button", { name: "Send review" }).click();
  await expect(writer.getByText("Thank you for your review")).toBeVisible();

  // The reader's open page shows the review, and the photo once the worker has rebuilt it.
  await expect(reader.getByText("It sits well on the hand.")).toBeVisible();
  await reader.getByRole("button", { name: "Photo 1 by Revathi, enlarge" }).click();
  const large = reader.getByRole("dialog", { name: "Photo by Revathi" }).getByRole("img");
  await expect(large).toHaveAttribute("src", /^\/media\/renditions\//);
  await expect(large).toHaveJSProperty("complete", true);
  expect(await barriers(reader)).toEqual([]);
  await reader.getByRole("button", { name: "Close" }).click();
  await reader.getByRole("button", { name: "Helpful, the review by Revathi" }).click();
  await expect(reader.getByText("1 person found this helpful")).toBeVisible();
  await expect(writer.getByText("1 person found this helpful")).toBeVisible();
  expect(await barriers(reader)).toEqual([]);

  await signInAsAdmin(desk);
  await desk.goto("/admin/reviews?show=photos");
  const row = desk.getByRole("article").filter({ hasText: name });
  await expect(row.getByRole("img")).toBeVisible();
  await row.getByRole("button", { name: `Hide the review by ${name}` }).click();
  expect(await barriers(desk)).toEqual([]);
  await row.getByLabel("Reason, the writer reads it").fill("It names another shop.");
  await row.getByRole("button", { name: "Hide review" }).click();
  await expect(row.getByText("Hidden: It names another shop.")).toBeVisible();
  await expect(reader.getByText("It sits well on the hand.")).toBeHidden();
  await expect(writer.getByText("Others do not see your review.")).toBeVisible();
  await row.getByRole("button", { name: `Show the review by ${name} again` }).click();
  await expect(reader.getByText("It sits well on the hand.")).toBeVisible();
});
