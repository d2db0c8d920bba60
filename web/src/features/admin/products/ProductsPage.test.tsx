import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openAdmin, serveOrders, uploadKey } from "@/app/admin/test/adminApp";
import { product } from "@/shared/test/fixtures";
import { latch } from "@/shared/test/latch";
import { repeatFailed } from "@/shared/test/repeat";
import { answer, refusal, server } from "@/shared/test/server";
import type { SizeRow } from "./sizeValues";

const image = {
  id: 31,
  productId: 5,
  type: "gallery",
  imageUrl: "/media/nath.webp",
  width: 800,
  height: 800,
  placeholder: null,
  renditions: [],
  status: "processing",
  position: 0,
  failure: null,
};
const nath = {
  ...product(),
  purchaseRate: 70_000,
  purchaseGoldRate: 11_640,
  purchaseDate: "2026-11-03",
  vendorId: 4,
  vendorName: "Ratnakosh Gem Traders",
  stockQuantity: null,
  images: [image],
};
// biome-ignore lint/suspicious/noExplicitAny: JSON as it goes over the wire
const wire = (data: unknown): any => JSON.parse(JSON.stringify(data));

let asked: URLSearchParams[];
let sent: { path: string; id: string | null; form: FormData }[];
let shown: object;

beforeEach(() => {
  serveOrders([]);
  asked = [];
  sent = [];
  shown = nath;
  const keep = async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    sent.push({ path: pathname, id: searchParams.get("id"), form: await request.formData() });
  };
  server.use(
    http.get("*/api/product/", ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      return answer(wire(query.get("id") ? shown : [shown]));
    }),
    http.get("*/api/category/", () => answer([{ id: 1, code: "RG", name: "Rings", imageUrl: null }])),
    http.get("*/api/vendor/", () => answer([{ id: 4, name: "Ratnakosh Gem Traders", status: "active" }])),
    http.post("*/api/product/", async ({ request }) => {
      await keep(request);
      return answer(wire(nath));
    }),
    http.post("*/api/productimage/", async ({ request }) => {
      if (isUpload(request)) return answer({ upload: uploadKey });
      await keep(request);
      return answer(wire({ ...image, id: 32 }));
    }),
  );
});

const isUpload = (request: Request) => new URL(request.url).searchParams.get("flag") === "upload";

async function edit() {
  const portal = openAdmin("/admin/product");
  await portal.person.click(await screen.findByRole("button", { name: "Edit Paithani Bridal Nath" }));
  const form = await screen.findByRole("dialog", { name: "Edit Product" });
  await within(form).findByRole("option", { name: "Rings" });
  return { ...portal, form };
}

test("a row says who else edits the product, until they leave", async () => {
  const { arrive } = openAdmin("/admin/product");
  const name = await screen.findByText("Paithani Bridal Nath");
  const row = within(name.closest("tr") as HTMLElement);
  const looks = [
    { id: 5, adminId: 9, name: "Devika Nambiar", isEditing: true },
    { id: 5, adminId: 1, name: "Karthik Rao", isEditing: true },
    { id: 6, adminId: 8, name: "Priya Menon", isEditing: true },
  ];
  arrive("presence.changed", { kind: "product", looks });
  expect(row.getByText("edited by DN")).toBeInTheDocument();
  expect(row.getByText("Devika Nambiar edits this product now")).toBeInTheDocument();
  arrive("presence.changed", { kind: "product", looks: [] });
  expect(row.queryByText(/edited by|edits this/)).not.toBeInTheDocument();
});

test("a category or vendor that is renamed has its new name in the list and in the form", async () => {
  const { arrive, person } = openAdmin("/admin/product");
  await screen.findByRole("row", { name: /RG-105 Rings/ });
  shown = { ...nath, categoryName: "Finger rings" };
  arrive("catalogue.changed", { entity: "category", id: 1 });
  await screen.findByRole("row", { name: /RG-105 Finger rings/ });
  await person.click(screen.getByRole("button", { name: "Edit Paithani Bridal Nath" }));
  await waitFor(() => expect(asked.at(-1)?.get("id")).toBe("5"));
  asked = [];
  arrive("catalogue.changed", { entity: "vendor", id: 4 });
  await waitFor(() => expect(asked.map((query) => query.get("id")).toSorted()).toEqual(["5", null]));
});

test("products are narrowed and sorted by the server", async () => {
  const { person } = openAdmin("/admin/product");
  await screen.findByRole("row", { name: /Paithani Bridal Nath.*RG-105 Rings 6.40 gm ₹92,533.00 active yes/ });
  await person.selectOptions(screen.getByRole("combobox", { name: "Stock" }), "no");
  await waitFor(() => expect(asked.at(-1)?.get("stockAvailability")).toBe("no"));
  await person.click(screen.getByRole("button", { name: "Price" }));
  await waitFor(() => expect(asked.at(-1)?.get("sort")).toBe("priceAsc"));
});

test("a filter that failed shows its error, and no product of the one before, while it is repeated", async () => {
  const { person, store } = openAdmin("/admin/product");
  await screen.findByRole("row", { name: /Paithani Bridal Nath/ });
  server.use(http.get("*/api/product/", () => refusal(503, "")));
  await person.selectOptions(screen.getByRole("combobox", { name: "Stock" }), "no");
  const problem = await screen.findByRole("alert");
  const { opened: held, open: letCome } = latch();
  onTestFinished(letCome);
  server.use(
    http.get("*/api/product/", async () => {
      await held;
      return undefined;
    }),
  );
  await repeatFailed(store, "productList");
  expect(problem).toBeInTheDocument();
  expect(screen.queryByRole("row", { name: /Paithani Bridal Nath/ })).not.toBeInTheDocument();
});

test("a list by price goes on at another gold rate, also from a page of the rate before", async () => {
  let rate = "9000";
  let cursor: string | null = null;
  server.use(
    http.get("*/api/product/", ({ request }) => {
      cursor = new URL(request.url).searchParams.get("cursor");
      if (cursor && cursor !== rate) return refusal(404, "This list cannot go on from there.");
      return cursor
        ? answer(wire([{ ...nath, id: 6, name: "Gundla Mala" }]))
        : answer(wire([nath]), { nextCursor: rate });
    }),
  );
  const { person, arrive } = openAdmin("/admin/product?sort=priceAsc");
  await screen.findByText("Paithani Bridal Nath");
  rate = "8600";
  await person.click(screen.getByRole("button", { name: "Load more" }));
  const failure = await screen.findByText("Failed to fetch products or images");
  arrive("gold_rate.changed", {});
  await waitFor(() => expect(failure).not.toBeInTheDocument());
  await person.click(await screen.findByRole("button", { name: "Load more" }));
  expect(await screen.findByText("Gundla Mala")).toBeInTheDocument();
  rate = "9100";
  arrive("gold_rate.changed", {});
  await waitFor(() => expect(cursor).toBe("9100"));
  expect(screen.getByText("Gundla Mala")).toBeInTheDocument();
  expect(screen.queryByText("Failed to fetch products or images")).not.toBeInTheDocument();
});

test("the price follows what is typed; every field is required", async () => {
  const { person, form } = await edit();
  expect(await within(form).findByText("₹92,533.00", { selector: "output" })).toBeInTheDocument();
  await person.clear(within(form).getByLabelText("Weight"));
  await person.type(within(form).getByLabelText("Weight"), "10");
  expect(within(form).getByText("₹1,35,200.00", { selector: "output" })).toBeInTheDocument();
  await person.clear(within(form).getByLabelText("Purchase date"));
  await person.clear(within(form).getByLabelText("Making charge"));
  await person.type(within(form).getByLabelText("Making charge"), "-3");
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  expect(await within(form).findByText("Purchase date is required")).toBeInTheDocument();
  expect(within(form).getByText(/Making charge must be a number/)).toBeInTheDocument();
  expect(sent).toEqual([]);
});

test("a product of a category and a vendor beyond the first page of their lists can be edited", async () => {
  shown = { ...nath, categoryId: 201, categoryName: "Nath", vendorId: 302, vendorName: "Surya Gold" };
  const pages = (first: object, last: object) => (request: Request) =>
    new URL(request.url).searchParams.get("cursor") === "200"
      ? answer(wire([last]))
      : answer(wire([first]), { nextCursor: "200" });
  const categories = pages({ id: 1, code: "RG", name: "Rings" }, { id: 201, code: "NT", name: "Nath" });
  const vendors = pages({ id: 4, name: "Zaveri Works" }, { id: 301, name: "Zaveri Works" });
  server.use(
    http.get("*/api/category/", ({ request }) => categories(request)),
    http.get("*/api/vendor/", ({ request }) => vendors(request)),
  );
  const { person, form } = await edit();
  await waitFor(() => expect(within(form).getByLabelText("Category")).toHaveDisplayValue("Nath"));
  const vendor = within(form).getByLabelText("Vendor");
  expect(vendor).toHaveDisplayValue("Surya Gold");
  await person.selectOptions(vendor, await within(form).findByRole("option", { name: "Zaveri Works #301" }));
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  expect(await screen.findByText("Product updated successfully")).toBeInTheDocument();
  expect(Object.fromEntries(sent[0]?.form ?? [])).toEqual({ id: "5", vendorId: "301", seen: '{"vendorId":"302"}' });
});

test("in active forces stock to no", async () => {
  const { person, form } = await edit();
  await person.selectOptions(within(form).getByLabelText("Status"), "in active");
  const held = within(form).getByLabelText("Stock availability");
  expect(held).toHaveValue("no");
  expect(held).toHaveAccessibleDescription("In active products are never in stock.");
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  expect(await screen.findByText("Product updated successfully")).toBeInTheDocument();
  expect(sent[0]?.id).toBe("5");
  expect(sent[0]?.form.get("stockAvailability")).toBe("no");
  // Only changed fields are sent, so that another admin's changes stay.
  expect([...(sent[0]?.form.keys() ?? [])].sort()).toEqual(["id", "seen", "status", "stockAvailability"]);
});

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
  shown = { ...nath, images: [ready(31), ready(32)] };
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
  shown = { ...nath, images: [{ ...image, status: "ready" }] };
  arrive("product_image.ready", image);
  expect(await within(form).findByText("Ready")).toBeInTheDocument();
});

test("a refused product says the server's sentence at its field and above", async () => {
  const { person, form } = await edit();
  server.use(
    http.post("*/api/product/", () =>
      refusal(409, "There is already one with the code RG-1.", { errors: { code: "This code is taken." } }),
    ),
  );
  await person.type(within(form).getByLabelText("Code"), "1");
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  expect(await within(form).findByText("There is already one with the code RG-1.")).toBeInTheDocument();
  expect(within(form).getByLabelText("Code")).toHaveAccessibleDescription("This code is taken.");
});

test("a new count is sent with the one that the form showed, and again with the one that a refusal told", async () => {
  shown = { ...nath, stockQuantity: 5 };
  const { person, form } = await edit();
  const counts: (FormDataEntryValue | null)[][] = [];
  const sentence = "Paithani Bridal Nath has 3 pieces now, not 5. Please look at the count again.";
  server.use(
    http.post("*/api/product/", async ({ request }) => {
      const fields = await request.formData();
      counts.push([fields.get("stockQuantity"), fields.get("seenStockQuantity")]);
      if (fields.get("seenStockQuantity") === "3") return answer(wire({ ...nath, stockQuantity: 8 }));
      return refusal(409, sentence, { errors: { stockQuantity: sentence }, data: { stockQuantity: 3, size: null } });
    }),
  );
  const field = within(form).getByLabelText("Stock quantity");
  await person.clear(field);
  await person.type(field, "8");
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  await waitFor(() => expect(field).toHaveAccessibleDescription(sentence));
  expect(field).toHaveValue("8");
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  expect(await screen.findByText("Product updated successfully")).toBeInTheDocument();
  expect(counts).toEqual([
    ["8", "5"],
    ["8", "3"],
  ]);
});

const sized = (label: string, weight: number) => ({
  ...{ label, weight, makingCharge: 0, wastageCharge: 0, hasOwnMakingCharge: false, hasOwnWastageCharge: false },
  ...{ stockQuantity: null, isDefault: label === "12" },
});

test("the gross weight follows the default size, unless it is typed", async () => {
  shown = { ...nath, weight: 6, grossWeight: 6.5, sizes: [sized("12", 6), sized("14", 7)] };
  const { person, form } = await edit();
  const gross = within(form).getByLabelText("Gross weight");
  const row = (number: number) => within(within(form).getByRole("group", { name: `Size ${number}` }));
  const choose = (number: number) => person.click(row(number).getByRole("radio", { name: "Default" }));
  await choose(2);
  expect(gross).toHaveValue("7.5");
  await choose(1);
  expect(gross).toHaveValue("6.5");
  const weight = row(1).getByLabelText(/^Weight/);
  await person.clear(weight);
  await person.type(weight, "6.25");
  expect(gross).toHaveValue("6.75");
  await person.clear(gross);
  await person.type(gross, "8.5");
  await choose(2);
  expect(gross).toHaveValue("8.5");
  await person.clear(gross);
  await person.type(gross, "6.5");
  // 6.5 equals the stored value. It is sent anyway, because the weight has changed.
  await choose(1);
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.form.get("grossWeight")).toBe("6.5");
});

test("sizes and stones that a colleague changed meanwhile are saved as they are now", async () => {
  const stone = (kind: string, carats: number) => ({ kind, count: 1, carats, charge: 900 });
  const weights = () =>
    JSON.parse(String(sent[0]?.form.get("sizes"))).map((each: SizeRow) => [each.label, each.weight]);
  shown = { ...nath, sizes: [sized("12", 6), sized("14", 7)], stones: [stone("Ruby", 1), stone("Pearl", 2)] };
  const { person, form, arrive } = await edit();
  asked = [];
  shown = {
    ...{ ...nath, sizes: [sized("12", 6.5), sized("14", 7), sized("16", 8)] },
    stones: [stone("Ruby", 1.5), stone("Pearl", 2)],
  };
  arrive("catalogue.changed", { entity: "product", id: 5 });
  await waitFor(() => expect(asked.map((query) => query.get("id"))).toContain("5"));
  const second = within(within(form).getByRole("group", { name: "Size 2" }));
  await person.clear(second.getByLabelText(/^Weight/));
  await person.type(second.getByLabelText(/^Weight/), "7.2");
  const pearls = within(within(form).getByRole("group", { name: "Stone 2" }));
  await person.clear(pearls.getByLabelText(/^Carats/));
  await person.type(pearls.getByLabelText(/^Carats/), "3");
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(weights()).toEqual([
    ["12", 6.5],
    ["14", 7.2],
    ["16", 8],
  ]);
  expect(JSON.parse(String(sent[0]?.form.get("stones")))).toMatchObject([{ carats: "1.5" }, { carats: "3" }]);
});

const devika = { id: 5, adminId: 9, name: "Devika Nambiar", isEditing: true };

test("a product follows its colleagues; what was edited here is shown theirs before it is saved", async () => {
  const { person, form, arrive } = await edit();
  const [name, making] = [within(form).getByLabelText("Name"), within(form).getByLabelText("Making charge")];
  arrive("presence.changed", { kind: "product", looks: [devika] });
  await person.clear(name);
  await person.type(name, "Nath four");
  shown = { ...nath, name: "Nath three", makingCharge: 9999 };
  arrive("catalogue.changed", { entity: "product", id: 5 });
  await waitFor(() => expect(making).toHaveValue("9999"));
  // The person who looks at the product may not have changed it: an import or a bulk change may have.
  const theirs = "Changed to Nath three meanwhile.";
  expect(within(form).getByText("Now Nath three")).toHaveRole("status");
  expect(name).toHaveValue("Nath four");
  const save = within(form).getByRole("button", { name: "Save Product" });
  await person.click(save);
  await waitFor(() => expect(name).toHaveAccessibleDescription(theirs));
  expect(name).toHaveFocus();
  expect(within(form).getByRole("alert")).toHaveTextContent("Save again to keep what you entered.");
  expect(sent).toEqual([]);
  await person.click(save);
  expect(await screen.findByText("Product updated successfully")).toBeInTheDocument();
  expect(Object.fromEntries(sent[0]?.form ?? [])).toEqual({
    ...{ id: "5", name: "Nath four", seen: '{"name":"Nath three"}' },
  });
});

test("a save a moment after a colleague's is refused, shows theirs, and is made by the next press", async () => {
  const { person, form } = await edit();
  const seen: unknown[] = [];
  server.use(
    http.post("*/api/product/", async ({ request }) => {
      seen.push(JSON.parse(String((await request.formData()).get("seen"))));
      if (seen.length > 1) return answer(wire({ ...nath, purity: "24k" }));
      const errors = { makingCharge: "Making charge is 9999 now." };
      return refusal(409, "Making charge is 9999 now.", { errors, data: { ...nath, makingCharge: 9999, bin: "A 1" } });
    }),
  );
  const making = within(form).getByLabelText("Making charge");
  await person.clear(making);
  await person.type(making, "9000");
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  await waitFor(() => expect(making).toHaveAccessibleDescription("Changed to 9999 meanwhile."));
  expect(making).toHaveValue("9000");
  expect(within(form).getByLabelText("Bin")).toHaveValue("A 1");
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  expect(await screen.findByText("Product updated successfully")).toBeInTheDocument();
  expect(seen).toEqual([{ makingCharge: String(nath.makingCharge) }, { makingCharge: "9999" }]);
});

test("a figure of a size that both have edited is shown before it is saved", async () => {
  shown = { ...nath, weight: 6, sizes: [sized("12", 6), sized("14", 7)] };
  const { person, form, arrive } = await edit();
  const weight = (number: number) =>
    within(within(form).getByRole("group", { name: `Size ${number}` })).getByLabelText(/^Weight/);
  await person.clear(weight(2));
  await person.type(weight(2), "7.2");
  shown = { ...nath, weight: 6.5, sizes: [sized("12", 6.5), sized("14", 7.5)] };
  arrive("catalogue.changed", { entity: "product", id: 5 });
  await waitFor(() => expect(weight(1)).toHaveValue("6.5"));
  expect(weight(2)).toHaveValue("7.2");
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  const theirs = "Changed to 12: 6.5; 14: 7.5 meanwhile.";
  await waitFor(() => expect(weight(2)).toHaveAccessibleDescription(theirs));
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const of = (name: string) =>
    JSON.parse(name).sizes?.map((size: SizeRow) => size.weight) ?? JSON.parse(name).map((size: SizeRow) => size.weight);
  expect(of(String(sent[0]?.form.get("sizes")))).toEqual([6.5, 7.2]);
  expect(of(String(sent[0]?.form.get("seen")))).toEqual([6.5, 7.5]);
});

test("pictures are put in order by the keyboard, and the order is saved with the product", async () => {
  const ready = (id: number) => ({ ...image, id, status: "ready" });
  shown = { ...nath, images: [ready(31), ready(32), ready(33)] };
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

test("the discount is at most the making charge, said at its field", async () => {
  const { person, form } = await edit();
  await person.clear(within(form).getByLabelText("Discount"));
  await person.type(within(form).getByLabelText("Discount"), "99999");
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  expect(within(form).getByLabelText("Discount")).toHaveAccessibleDescription(
    "Discount can be at most the making charge",
  );
  expect(within(form).getByText("There is no price with a discount above the making charge.")).toBeInTheDocument();
  expect(within(form).queryByRole("region", { name: "Price in the shop" })).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});

test("a bulk change is previewed with its prices, then applied to the previewed products", async () => {
  const bodies: { dryRun?: boolean; count?: number }[] = [];
  const effect = {
    count: 1,
    changed: 1,
    raised: 1,
    lowered: 0,
    meanChange: 850,
    prices: [{ id: 5, code: "RG-105", name: "Paithani Bridal Nath", before: 92_533, after: 93_383 }],
    refusedCount: 1,
    refused: [{ id: 6, code: "RG-106", name: "Ring", reason: "The discount cannot be more than the making charge." }],
  };
  server.use(
    http.post("*/api/product/", async ({ request }) => {
      bodies.push((await request.json()) as (typeof bodies)[number]);
      return answer(effect);
    }),
  );
  const { person } = openAdmin("/admin/product");
  await person.click(await screen.findByRole("checkbox", { name: "Select Paithani Bridal Nath, RG-105" }));
  await person.click(screen.getByRole("button", { name: "Change them" }));
  const form = await screen.findByRole("dialog", { name: "Change 1 product" });
  await person.type(within(form).getByLabelText("Making charge, change by"), "10");
  const told = await within(form).findByRole("region", { name: "What changes" });
  expect(await within(told).findByText("+₹850.00")).toBeInTheDocument();
  expect(within(told).getByText(/Ring \(RG-106\): The discount cannot be more/)).toBeInTheDocument();
  await person.click(within(form).getByRole("button", { name: "Change 1 product" }));
  expect(await screen.findByText("1 product updated")).toBeInTheDocument();
  expect(bodies.filter(({ dryRun }) => !dryRun)).toEqual([
    { ids: [5], changes: { makingChargePercent: "10" }, count: 1 },
  ]);
  expect(screen.queryByText("1 product selected")).not.toBeInTheDocument();
});

test("a bulk change whose preview failed cannot be applied with the preview of another change", async () => {
  const applied: unknown[] = [];
  const effect = {
    count: 12,
    changed: 12,
    raised: 12,
    lowered: 0,
    meanChange: 85,
    prices: [],
    refusedCount: 0,
    refused: [],
  };
  server.use(
    http.post("*/api/product/", async ({ request }) => {
      const body = (await request.json()) as { dryRun?: boolean; changes: { makingChargePercent: string } };
      if (!body.dryRun) applied.push(body);
      return body.changes.makingChargePercent === "1" ? answer(effect) : refusal(503, "Not now.");
    }),
  );
  const { person } = openAdmin("/admin/product");
  await person.click(await screen.findByRole("checkbox", { name: "Select Paithani Bridal Nath, RG-105" }));
  await person.click(screen.getByRole("button", { name: "Change them" }));
  const form = await screen.findByRole("dialog", { name: "Change 1 product" });
  await person.type(within(form).getByLabelText("Making charge, change by"), "1");
  await within(form).findByRole("button", { name: "Change 12 products" });
  await person.type(within(form).getByLabelText("Making charge, change by"), "00");
  expect(await within(form).findByRole("alert")).toHaveTextContent("The shop could not do this just now.");
  await person.click(within(form).getByRole("button", { name: "Change" }));
  expect(applied).toEqual([]);
});
