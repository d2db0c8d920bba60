import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openAdmin } from "@/app/admin/test/adminApp";
import { asked, nath, serveProduct, show, wire } from "@/app/admin/test/productForm";
import { latch } from "@/shared/test/latch";
import { repeatFailed } from "@/shared/test/repeat";
import { answer, refusal, server } from "@/shared/test/server";

beforeEach(serveProduct);

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
  show({ ...nath, categoryName: "Finger rings" });
  arrive("catalogue.changed", { entity: "category", id: 1 });
  await screen.findByRole("row", { name: /RG-105 Finger rings/ });
  await person.click(screen.getByRole("button", { name: "Edit Paithani Bridal Nath" }));
  await waitFor(() => expect(asked.at(-1)?.get("id")).toBe("5"));
  asked.length = 0;
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
