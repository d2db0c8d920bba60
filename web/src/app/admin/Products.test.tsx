import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { product } from "@/shared/test/fixtures";
import { answer, refusal, server } from "@/shared/test/server";
import { openPortal, stock } from "./test/portal";

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
  images: [image],
};
// biome-ignore lint/suspicious/noExplicitAny: JSON as it goes over the wire
const wire = (data: unknown): any => JSON.parse(JSON.stringify(data));

let asked: URLSearchParams[];
let sent: { path: string; id: string | null; form: FormData }[];
let shown: object;

beforeEach(() => {
  stock([]);
  window.confirm = vi.fn(() => true);
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
      await keep(request);
      return answer(wire({ ...image, id: 32 }));
    }),
  );
});

async function edit() {
  const portal = openPortal("/admin/product");
  await portal.person.click(await screen.findByRole("button", { name: "Edit Paithani Bridal Nath" }));
  const form = await screen.findByRole("dialog", { name: "Edit Product" });
  await within(form).findByRole("option", { name: "Rings" });
  return { ...portal, form };
}

test("products are narrowed and sorted by the server", async () => {
  const { person } = openPortal("/admin/product");
  await screen.findByRole("row", { name: /Paithani Bridal Nath.*RG-105 Rings 6.40 gm ₹92,533.00 active yes/ });
  await person.selectOptions(screen.getByRole("combobox", { name: "Stock" }), "no");
  await waitFor(() => expect(asked.at(-1)?.get("stockAvailability")).toBe("no"));
  await person.click(screen.getByRole("button", { name: "Price" }));
  await waitFor(() => expect(asked.at(-1)?.get("sort")).toBe("priceAsc"));
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
  expect(sent[0]?.form.get("vendorId")).toBe("4");
});

test("pictures go out one by one; what fails stays with its reason and is sent again", async () => {
  const { person, form } = await edit();
  let broken = true;
  const sentence = "This file cannot be read as a picture.";
  server.use(
    http.post("*/api/productimage/", async () => {
      if (!broken) return answer(wire({ ...image, id: 33 }));
      broken = false;
      return refusal(422, sentence);
    }),
  );
  await person.upload(within(form).getByLabelText("Images"), [
    new File(["jpg"], "front.jpg", { type: "image/jpeg" }),
    new File(["jpg"], "back.jpg", { type: "image/jpeg" }),
  ]);
  await person.click(within(form).getByRole("button", { name: "Save Product" }));
  expect(await within(form).findByText(`front.jpg: ${sentence}`)).toBeInTheDocument();
  await waitFor(() => expect(within(form).queryByText("back.jpg")).not.toBeInTheDocument());
  await person.click(await within(form).findByRole("button", { name: "Save Product" }));
  expect(await screen.findByText("Product updated successfully")).toBeInTheDocument();
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
