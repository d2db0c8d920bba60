import { screen, within } from "@testing-library/react";
import { http } from "msw";
import { product } from "@/shared/test/fixtures";
import { answer, server } from "@/shared/test/server";
import { openAdmin, serveOrders, uploadKey } from "./adminApp";

export const image = {
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
export const nath = {
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
export const wire = (data: unknown): any => JSON.parse(JSON.stringify(data));

export let asked: URLSearchParams[];
export let sent: { path: string; id: string | null; form: FormData }[];
let shown: object;

/** Serves another state of the product. */
export const show = (next: object) => {
  shown = next;
};

/** Serves the product, and records the lists that are asked for and the forms that are sent. */
export function serveProduct() {
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
}

export const isUpload = (request: Request) => new URL(request.url).searchParams.get("flag") === "upload";

/** Opens the form of the product. */
export async function edit() {
  const portal = openAdmin("/admin/product");
  await portal.person.click(await screen.findByRole("button", { name: "Edit Paithani Bridal Nath" }));
  const form = await screen.findByRole("dialog", { name: "Edit Product" });
  await within(form).findByRole("option", { name: "Rings" });
  return { ...portal, form };
}
