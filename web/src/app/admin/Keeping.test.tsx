import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { answer, refusal, server } from "@/shared/test/server";
import { anUpload, openPortal, stock } from "./test/portal";

const rings = { id: 1, code: "RG", name: "Rings", imageUrl: "/media/rings.webp", imageStatus: "ready" };
const vendor = {
  id: 4,
  name: "Ratnakosh Gem Traders",
  address1: "14 Car Street",
  address2: "Chennai",
  address3: "Tamil Nadu",
  address4: "600004",
  contactNumbers: "+91 44 5550 1234",
  status: "active",
  createdBy: "admin",
};

beforeEach(() => {
  stock([]);
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
  const { person } = openPortal("/admin/category");
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
  const { person } = openPortal("/admin/category");
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
  await person.upload(image, new File(["jpg"], "bangle.jpg", { type: "image/jpeg" }));
  await person.click(within(form).getByRole("button", { name: "Save Category" }));
  expect(await screen.findByText("Category added successfully")).toBeInTheDocument();
  expect(sent[0]?.get("code")).toBe("BG");
  expect(sent[0]?.get("imageUrl")).toBe(anUpload);
});

test("a category that holds products says so at its row", async () => {
  lists("category", [rings]);
  const sentence = "Rings cannot be deleted: it holds 5 products.";
  server.use(http.delete("*/api/category/", () => refusal(409, sentence)));
  const { person } = openPortal("/admin/category");
  await person.click(await screen.findByRole("button", { name: "Delete Rings" }));
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(window.confirm).toHaveBeenCalledWith("Delete Rings?");
});

test("a picture that another admin changes shows by itself", async () => {
  const asked = lists("category", [rings]);
  const { arrive } = openPortal("/admin/category");
  await screen.findByRole("row", { name: /Rings RG/ });
  lists("category", [{ ...rings, name: "Finger rings" }]);
  arrive("catalogue.changed", { entity: "category", id: 1, action: "updated" });
  expect(await screen.findByRole("row", { name: /Finger rings/ })).toBeInTheDocument();
  expect(asked).toHaveLength(1);
});

test("a vendor is added and edited; the state may be left out", async () => {
  const asked = lists("vendor", [vendor]);
  const sent: { id: string | null; body: Record<string, unknown> }[] = [];
  server.use(
    http.post("*/api/vendor/", async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ id: new URL(request.url).searchParams.get("id"), body });
      return answer({ ...vendor, ...body });
    }),
  );
  const { person } = openPortal("/admin/vendor");
  await screen.findByRole("row", { name: /Ratnakosh Gem Traders 14 Car Street, Chennai, Tamil Nadu 600004/ });
  await person.selectOptions(screen.getByRole("combobox", { name: "Status" }), "in active");
  await waitFor(() => expect(asked.at(-1)?.get("status")).toBe("in active"));

  await person.click(screen.getByRole("button", { name: "Add Vendor" }));
  const form = await screen.findByRole("dialog", { name: "Add Vendor" });
  await person.click(within(form).getByRole("button", { name: "Save Vendor" }));
  expect(await within(form).findByText("Pin code is required")).toBeInTheDocument();
  expect(within(form).queryByText("State is required")).not.toBeInTheDocument();
  const typed = { Name: "Zari", "Address 1": "1 Ring Road", "Address 2": "Surat", "Pin code": "395003" };
  for (const [label, text] of Object.entries(typed)) await person.type(within(form).getByLabelText(label), text);
  await person.type(within(form).getByLabelText("Contact numbers"), "+91 261 555 0000");
  await person.click(within(form).getByRole("button", { name: "Save Vendor" }));
  expect(await screen.findByText("Vendor added")).toBeInTheDocument();
  expect(sent[0]).toMatchObject({
    id: null,
    body: { name: "Zari", address3: "", status: "active", createdBy: "admin" },
  });

  await person.click(screen.getByRole("button", { name: "Edit Ratnakosh Gem Traders" }));
  const edit = await screen.findByRole("dialog", { name: "Edit Vendor" });
  await person.selectOptions(within(edit).getByLabelText("Status"), "in active");
  await person.click(within(edit).getByRole("button", { name: "Save Vendor" }));
  expect(await screen.findByText("Vendor updated")).toBeInTheDocument();
  // What another admin may have changed meanwhile is not sent back as it was.
  expect(sent[1]).toEqual({ id: "4", body: { id: 4, status: "in active", createdBy: "admin" } });
});
