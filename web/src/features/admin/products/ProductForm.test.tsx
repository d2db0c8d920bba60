import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { asked, edit, nath, sent, serveProduct, show, wire } from "@/app/admin/test/productForm";
import { answer, refusal, server } from "@/shared/test/server";
import type { SizeRow } from "./sizeValues";

beforeEach(serveProduct);

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
  show({ ...nath, categoryId: 201, categoryName: "Nath", vendorId: 302, vendorName: "Surya Gold" });
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
  show({ ...nath, stockQuantity: 5 });
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
  show({ ...nath, weight: 6, grossWeight: 6.5, sizes: [sized("12", 6), sized("14", 7)] });
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
  show({ ...nath, sizes: [sized("12", 6), sized("14", 7)], stones: [stone("Ruby", 1), stone("Pearl", 2)] });
  const { person, form, arrive } = await edit();
  asked.length = 0;
  show({
    ...{ ...nath, sizes: [sized("12", 6.5), sized("14", 7), sized("16", 8)] },
    stones: [stone("Ruby", 1.5), stone("Pearl", 2)],
  });
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
  show({ ...nath, name: "Nath three", makingCharge: 9999 });
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
  show({ ...nath, weight: 6, sizes: [sized("12", 6), sized("14", 7)] });
  const { person, form, arrive } = await edit();
  const weight = (number: number) =>
    within(within(form).getByRole("group", { name: `Size ${number}` })).getByLabelText(/^Weight/);
  await person.clear(weight(2));
  await person.type(weight(2), "7.2");
  show({ ...nath, weight: 6.5, sizes: [sized("12", 6.5), sized("14", 7.5)] });
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
