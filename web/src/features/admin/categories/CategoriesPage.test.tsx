import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { openAdmin, serveOrders, uploadKey } from "@/app/admin/test/adminApp";
import { answer, refusal, server } from "@/shared/test/server";

const rings = { id: 1, code: "RG", name: "Rings", imageUrl: "/media/rings.webp", imageStatus: "ready" };

beforeEach(() => {
  serveOrders([]);
  window.confirm = vi.fn(() => true);
});

function lists(path: string, rows: object[]) {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get(`*/api/${path}/`, ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answer(JSON.parse(JSON.stringify(rows)));
    }),
  );
  return asked;
}

test("a category is searched and sorted by the server, and its address says how", async () => {
  const asked = lists("category", [rings]);
  const { person } = openAdmin("/admin/category");
  await screen.findByRole("row", { name: /Rings RG/ });
  await person.type(screen.getByRole("searchbox", { name: "Search categories" }), "rin");
  await waitFor(() => expect(asked.at(-1)?.get("search")).toBe("rin"));
  await person.click(screen.getByRole("button", { name: "Code" }));
  await waitFor(() => expect(asked.at(-1)?.get("sort")).toBe("code"));
  expect(screen.getByRole("columnheader", { name: "Code" })).toHaveAttribute("aria-sort", "ascending");
  await person.click(screen.getByRole("button", { name: "Code" }));
  await waitFor(() => expect(asked.at(-1)?.get("sort")).toBe("codeDesc"));
});

test("a new category needs code, name and picture; a picture of another kind is refused", async () => {
  lists("category", [rings]);
  const sent: FormData[] = [];
  server.use(
    http.post("*/api/category/", async ({ request }) => {
      sent.push(await request.formData());
      return answer(rings);
    }),
  );
  const { person } = openAdmin("/admin/category");
  await person.click(await screen.findByRole("button", { name: "Add Category" }));
  const form = await screen.findByRole("dialog", { name: "Add Category" });
  await person.click(within(form).getByRole("button", { name: "Save Category" }));
  for (const sentence of ["Code is required", "Name is required", "Image is required"])
    expect(await within(form).findByText(sentence)).toBeInTheDocument();

  await person.type(within(form).getByLabelText("Code"), "BG");
  await person.type(within(form).getByLabelText("Name"), "Bangles");
  const image = within(form).getByLabelText("Image");
  image.removeAttribute("accept");
  await person.upload(image, new File(["%PDF"], "price.pdf", { type: "application/pdf" }));
  expect(await within(form).findByText("Only JPG, PNG, WebP, and GIF images are allowed")).toBeInTheDocument();
  // A picture that was taken out can be chosen again.
  const bangle = new File(["jpg"], "bangle.jpg", { type: "image/jpeg" });
  await person.upload(image, bangle);
  await person.click(await within(form).findByRole("button", { name: "Take it out" }));
  expect(image).toHaveValue("");
  await person.upload(image, bangle);
  expect(await within(form).findByText("Sent, not saved yet")).toBeInTheDocument();
  await person.click(within(form).getByRole("button", { name: "Save Category" }));
  expect(await screen.findByText("Category added successfully")).toBeInTheDocument();
  expect(sent[0]?.get("code")).toBe("BG");
  expect(sent[0]?.get("imageUrl")).toBe(uploadKey);
});

test("the row of a category with products shows why it is not deleted", async () => {
  lists("category", [rings]);
  const sentence = "Rings cannot be deleted: it holds 5 products.";
  server.use(http.delete("*/api/category/", () => refusal(409, sentence)));
  const { person } = openAdmin("/admin/category");
  await person.click(await screen.findByRole("button", { name: "Delete Rings" }));
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(window.confirm).toHaveBeenCalledWith("Delete Rings?");
});

test("a picture that another admin changes shows by itself", async () => {
  const asked = lists("category", [rings]);
  const { arrive } = openAdmin("/admin/category");
  await screen.findByRole("row", { name: /Rings RG/ });
  lists("category", [{ ...rings, name: "Finger rings" }]);
  arrive("catalogue.changed", { entity: "category", id: 1, action: "updated" });
  expect(await screen.findByRole("row", { name: /Finger rings/ })).toBeInTheDocument();
  expect(asked).toHaveLength(1);
});
