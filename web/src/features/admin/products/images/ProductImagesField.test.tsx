import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { openAdmin, uploadKey } from "@/app/admin/test/adminApp";
import { edit, image, isUpload, nath, sent, serveProduct, show, wire } from "@/app/admin/test/productForm";
import { latch } from "@/shared/test/latch";
import { answer, refusal, server } from "@/shared/test/server";

beforeEach(serveProduct);

test("pictures are sent as they are chosen; what is refused says so at its tile and is sent again", async () => {
  const { person, form } = await edit();
  let broken = true;
  const linked: FormData[] = [];
  const sentence = "This file cannot be read as a picture.";
  server.use(
    http.post("*/api/productimage/", async ({ request }) => {
      if (!isUpload(request)) {
        linked.push(await request.formData());
        return answer(wire({ ...image, id: 32 + linked.length }));
      }
      if (!broken) return answer({ upload: uploadKey });
      broken = false;
      return refusal(422, sentence);
    }),
  );
  await person.upload(within(form).getByLabelText("Images"), [
    new File(["jpg"], "front.jpg", { type: "image/jpeg" }),
    new File(["jpg"], "back.jpg", { type: "image/jpeg" }),
  ]);
  const refused = (await within(form).findByText(`front.jpg: ${sentence}`)).closest("li") as HTMLElement;
  expect(await within(form).findByText(/^Sent, 1 kB. Save links it/)).toBeInTheDocument();
  expect(linked).toEqual([]);
  // The refused image stays with its error; the others are linked.
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  await waitFor(() => expect(within(form).queryByText("back.jpg")).not.toBeInTheDocument());
  expect(within(form).getByText(`front.jpg: ${sentence}`)).toBeInTheDocument();
  await person.click(within(refused).getByRole("button", { name: "Retry front.jpg" }));
  await person.click(await within(form).findByRole("button", { name: "Save Product" }));
  expect(await screen.findByText("Product updated successfully")).toBeInTheDocument();
  expect(linked.map((sent) => sent.get("imageUrl"))).toEqual([uploadKey, uploadKey]);
});

test("Save waits for a picture that is still on its way, which can be cancelled", async () => {
  const { person, form } = await edit();
  const open: (() => void)[] = [];
  let linked = 0;
  server.use(
    http.post("*/api/productimage/", async ({ request }) => {
      if (!isUpload(request)) {
        linked += 1;
        return answer(wire({ ...image, id: 33 }));
      }
      await new Promise<void>((resolve) => open.push(resolve));
      return answer({ upload: uploadKey });
    }),
  );
  await person.upload(within(form).getByLabelText("Images"), [
    new File(["jpg"], "front.jpg", { type: "image/jpeg" }),
    new File(["jpg"], "back.jpg", { type: "image/jpeg" }),
  ]);
  expect(await within(form).findByRole("progressbar", { name: "Upload of front.jpg" })).toBeInTheDocument();
  await person.click(within(form).getByRole("button", { name: "Cancel back.jpg" }));
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  await waitFor(() => expect(open).toHaveLength(1));
  await waitFor(() => expect(sent).toHaveLength(1));
  // The product is saved, and the form stays open until the picture is uploaded.
  await person.click(within(form).getByRole("button", { name: "Saving" }));
  await person.keyboard("{Escape}");
  expect(screen.queryByRole("dialog", { name: "Close without saving?" })).not.toBeInTheDocument();
  expect(within(form).getByRole("button", { name: "Cancel" })).toBeDisabled();
  expect(screen.queryByText("Product updated successfully")).not.toBeInTheDocument();
  open[0]?.();
  expect(await screen.findByText("Product updated successfully")).toBeInTheDocument();
  expect(open).toHaveLength(1);
  expect(sent).toHaveLength(1);
  expect(linked).toBe(1);
});

test("a product that is being saved takes no changes, except that a picture on its way can be cancelled", async () => {
  const ready = (id: number) => ({ ...image, id, status: "ready" });
  show({ ...nath, images: [ready(31), ready(32)] });
  window.confirm = vi.fn(() => true);
  const { opened: uploaded, open: upload } = latch();
  const saved: unknown[] = [];
  server.use(
    http.post("*/api/productimage/", async ({ request }) => {
      if (isUpload(request)) {
        await uploaded;
        return answer({ upload: uploadKey });
      }
      const isOrder = request.headers.get("content-type")?.includes("json");
      saved.push(isOrder ? await request.json() : (await request.formData()).get("imageUrl"));
      return answer(isOrder ? [] : wire({ ...image, id: 33 }));
    }),
  );
  const { person, form } = await edit();
  await person.click(await within(form).findByRole("button", { name: "Move picture 31 later" }));
  const files = ["front.jpg", "back.jpg"].map((name) => new File(["jpg"], name, { type: "image/jpeg" }));
  await person.upload(within(form).getByLabelText("Images"), files);
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(within(form).getByLabelText("Name")).toBeDisabled());
  await person.type(within(form).getByLabelText("Name"), " Deluxe");
  expect(within(form).getByLabelText("Name")).toHaveValue("Paithani Bridal Nath");
  expect(within(form).getByLabelText("Images")).toBeDisabled();
  const data = new DataTransfer();
  data.items.add(new File(["png"], "late.png", { type: "image/png" }));
  await person.paste(data);
  fireEvent.drop(within(form).getByText("Drop or paste pictures here"), { dataTransfer: data });
  expect(within(form).queryByText("late.png")).not.toBeInTheDocument();
  await person.click(within(form).getByRole("button", { name: "Move picture 31 earlier" }));
  await person.click(within(form).getByRole("button", { name: "Remove picture 31" }));
  expect(window.confirm).not.toHaveBeenCalled();
  await person.click(within(form).getByRole("button", { name: "Cancel back.jpg" }));
  upload();
  expect(await screen.findByText("Product updated successfully")).toBeInTheDocument();
  expect(saved).toEqual([uploadKey, { productId: 5, ids: [32, 31, 33] }]);
});

test("a new product is said to be in the shop though one of its pictures is refused", async () => {
  const { person } = openAdmin("/admin/product");
  await person.click(await screen.findByRole("button", { name: "Add Product" }));
  const form = await screen.findByRole("dialog", { name: "Add Product" });
  await within(form).findByRole("option", { name: "Rings" });
  await within(form).findByRole("option", { name: "Ratnakosh Gem Traders" });
  const typed = {
    Code: "RG-1",
    Name: "Nath",
    Description: "A ring",
    Weight: "8.5",
    "Making charge": "₹4,800",
    "Wastage charge": "1,200.50",
    Discount: "₹1,500.00",
    "Purchase rate": "1,04,800.00",
    "Purchase gold rate": "11640",
    "Purchase date": "2026-11-03",
  };
  for (const [label, value] of Object.entries(typed))
    fireEvent.change(within(form).getByLabelText(label), { target: { value } });
  for (const [label, choice] of [
    ["Category", "Rings"],
    ["Product type", "general"],
    ["Vendor", "Ratnakosh Gem Traders"],
    ["Status", "active"],
    ["Stock availability", "yes"],
  ] as const)
    await person.selectOptions(within(form).getByLabelText(label), choice);
  const sentence = "This file cannot be read as a picture.";
  server.use(http.post("*/api/productimage/", () => refusal(422, sentence)));
  await person.upload(within(form).getByLabelText("Images"), [new File(["jpg"], "front.jpg", { type: "image/jpeg" })]);
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  expect(await within(form).findByText(`front.jpg: ${sentence}`)).toBeInTheDocument();
  expect(screen.getByText("Product created successfully")).toBeInTheDocument();
  expect(screen.getByRole("dialog", { name: "Edit Product" })).toBe(form);
  // Figures are accepted in the format that the admin shows.
  expect(sent[0]?.form.get("makingCharge")).toBe("4800");
  expect(sent[0]?.form.get("wastageCharge")).toBe("1200.50");
  expect(sent[0]?.form.get("purchaseRate")).toBe("104800");
  expect(sent[0]?.form.get("discount")).toBe("1500");
});

test("a changed product is said to be saved though one of its pictures is refused", async () => {
  const { person, form } = await edit();
  server.use(http.post("*/api/productimage/", () => refusal(422, "This file cannot be read as a picture.")));
  await person.clear(within(form).getByLabelText("Name"));
  await person.type(within(form).getByLabelText("Name"), "Nath");
  await person.upload(within(form).getByLabelText("Images"), [new File(["jpg"], "front.jpg", { type: "image/jpeg" })]);
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  expect(await screen.findByText("Product updated successfully")).toBeInTheDocument();
  expect(screen.getByText("Failed to save product image")).toBeInTheDocument();
});

test("a picture that is being made is not asked for where nothing stands yet", async () => {
  openAdmin("/admin/product");
  const row = await screen.findByRole("row", { name: /Paithani Bridal Nath/ });
  expect(within(row).getByText("A picture is being made")).toBeInTheDocument();
  expect(row.querySelector("img")).toBeNull();
});

test("where the session ends amid the pictures, no more go out and the sign-in alone says so", async () => {
  const { person, form } = await edit();
  let tries = 0;
  server.use(
    http.post("*/api/productimage/", () => {
      tries += 1;
      return refusal(401, "Please sign in.");
    }),
  );
  await person.upload(within(form).getByLabelText("Images"), [
    new File(["jpg"], "front.jpg", { type: "image/jpeg" }),
    new File(["jpg"], "back.jpg", { type: "image/jpeg" }),
  ]);
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  expect(await screen.findByLabelText("Password")).toBeInTheDocument();
  expect(screen.queryByText("Failed to save product image")).not.toBeInTheDocument();
  expect(tries).toBe(1);
});

test("a file that is empty is told before anything is sent; one without a preview shows a sign for it", async () => {
  const { person, form } = await edit();
  await person.upload(within(form).getByLabelText("Images"), [
    new File([], "empty.png", { type: "image/png" }),
    new File(["jpg"], "odd.jpg", { type: "image/jpeg" }),
  ]);
  expect(within(form).getByText("empty.png: This file is empty.")).toBeInTheDocument();
  const tile = within(form).getByText("odd.jpg").closest("li") as HTMLElement;
  fireEvent.error(tile.querySelector("img") as HTMLElement);
  expect(tile.querySelector("img")).toBeNull();
  expect(tile.querySelector(".frame > svg")).toBeInTheDocument();
});

test("a picture that becomes ready shows so in the open form", async () => {
  const { arrive, form } = await edit();
  expect(await within(form).findByText("Processing")).toBeInTheDocument();
  show({ ...nath, images: [{ ...image, status: "ready" }] });
  arrive("product_image.ready", image);
  expect(await within(form).findByText("Ready")).toBeInTheDocument();
});

test("pictures are put in order by the keyboard, and the order is saved with the product", async () => {
  const ready = (id: number) => ({ ...image, id, status: "ready" });
  show({ ...nath, images: [ready(31), ready(32), ready(33)] });
  const ordered: unknown[] = [];
  server.use(
    http.post("*/api/productimage/", async ({ request }) => {
      ordered.push(await request.json());
      return answer([]);
    }),
  );
  const { person, form } = await edit();
  const later = await within(form).findByRole("button", { name: "Move picture 31 later" });
  await person.click(later);
  expect(within(form).getByText("Now picture 2 of 3")).toBeInTheDocument();
  await waitFor(() => expect(within(form).getByRole("button", { name: "Move picture 31 later" })).toHaveFocus());
  await person.keyboard("{Enter}");
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  expect(await screen.findByText("Product updated successfully")).toBeInTheDocument();
  expect(ordered).toEqual([{ productId: 5, ids: [32, 33, 31] }]);
});

test("a pasted picture is taken, and unsaved ones are asked for before they are lost", async () => {
  const { person, form } = await edit();
  await person.click(within(form).getByLabelText("Name"));
  const data = new DataTransfer();
  data.items.add(new File(["png"], "image.png", { type: "image/png" }));
  await person.paste(data);
  expect(await within(form).findByText("image.png")).toBeInTheDocument();
  await person.keyboard("{Escape}");
  const question = await screen.findByRole("dialog", { name: "Close without saving?" });
  expect(within(question).getByText("What you chose is lost.")).toBeInTheDocument();
  await person.keyboard("{Escape}");
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(form).toBeInTheDocument();
});
