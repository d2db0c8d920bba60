import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { openAdmin, serveOrders, uploadKey } from "@/app/admin/test/adminApp";
import { answer, server } from "@/shared/test/server";

const image = {
  id: 31,
  productId: 5,
  productName: "Paithani Bridal Nath",
  type: "gallery",
  imageUrl: "/media/nath.webp",
  width: 800,
  height: 600,
  placeholder: null,
  renditions: [],
  status: "ready",
  position: 0,
  failure: null,
};

let asked: URLSearchParams[];

beforeEach(() => {
  serveOrders([]);
  window.alert = vi.fn();
  window.confirm = vi.fn(() => true);
  asked = [];
  server.use(
    http.get("*/api/productimage/", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answer([image]);
    }),
  );
});

test("pictures are listed with their state and narrowed by product", async () => {
  const { person } = openAdmin("/admin/productImage");
  await screen.findByRole("row", { name: /Paithani Bridal Nath 5 gallery 800 × 600 ready/ });
  await person.type(screen.getByRole("searchbox", { name: "Product id" }), "5");
  await waitFor(() => expect(asked.at(-1)?.get("productId")).toBe("5"));
});

test("a new picture needs its file, of an allowed kind; then it is sent with its product", async () => {
  const sent: FormData[] = [];
  server.use(
    http.post("*/api/productimage/", async ({ request }) => {
      if (new URL(request.url).searchParams.has("flag")) return answer({ upload: uploadKey });
      sent.push(await request.formData());
      return answer(image);
    }),
  );
  const { person } = openAdmin("/admin/productImage");
  await person.click(await screen.findByRole("button", { name: "Add Product Image" }));
  const form = await screen.findByRole("dialog", { name: "Add Product Image" });
  await person.type(within(form).getByLabelText("Product id"), "5");
  await person.click(within(form).getByRole("button", { name: "Save Product Image" }));
  expect(window.alert).toHaveBeenCalledWith("Image is required");
  const file = within(form).getByLabelText("Image");
  file.removeAttribute("accept");
  await person.upload(file, new File(["x"], "a.pdf", { type: "application/pdf" }));
  expect(window.alert).toHaveBeenLastCalledWith("Only JPG, PNG, WebP, and GIF images are allowed");
  await person.upload(file, new File(["x"], "a.png", { type: "image/png" }));
  await person.click(within(form).getByRole("button", { name: "Save Product Image" }));
  expect(await screen.findByText("Product image added successfully")).toBeInTheDocument();
  expect(sent[0]?.get("productId")).toBe("5");
  expect(sent[0]?.get("type")).toBe("gallery");
  expect(sent[0]?.get("imageUrl")).toBe(uploadKey);
});

test("a picture is deleted after a question", async () => {
  server.use(http.delete("*/api/productimage/", () => answer(null)));
  const { person } = openAdmin("/admin/productImage");
  await person.click(await screen.findByRole("button", { name: "Delete picture 31 of product 5" }));
  expect(await screen.findByText("Product image deleted successfully")).toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "Product Image Management" })).toHaveFocus();
});
