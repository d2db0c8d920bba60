import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { expect, test, vi } from "vitest";
import { openAdmin, serveOrders } from "@/app/admin/test/adminApp";
import { answer, refusal, server } from "@/shared/test/server";

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

function lists(rows: object[]) {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get("*/api/vendor/", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answer(JSON.parse(JSON.stringify(rows)));
    }),
  );
  return asked;
}

test("a vendor is added and edited; the state may be left out", async () => {
  serveOrders([]);
  const asked = lists([vendor]);
  const sent: { id: string | null; body: Record<string, unknown> }[] = [];
  server.use(
    http.post("*/api/vendor/", async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ id: new URL(request.url).searchParams.get("id"), body });
      return answer({ ...vendor, ...body });
    }),
  );
  const { person } = openAdmin("/admin/vendor");
  await screen.findByRole("row", { name: /Ratnakosh Gem Traders 14 Car Street, Chennai, Tamil Nadu 600004/ });
  expect(screen.getByText("+91 44 5550 1234"), "several numbers may need several lines").not.toHaveClass("n");
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
  // Fields that another admin may have changed are not sent.
  expect(sent[1]).toEqual({
    id: "4",
    body: { id: 4, status: "in active", seen: { status: "active" }, createdBy: "admin" },
  });
});

test("a vendor is deleted after a question, unless it has products", async () => {
  serveOrders([]);
  lists([vendor]);
  window.confirm = vi.fn(() => true);
  const sentence = "Ratnakosh Gem Traders cannot be deleted: it has 2 products.";
  const deleted: (string | null)[] = [];
  server.use(
    http.delete("*/api/vendor/", () => refusal(409, sentence), { once: true }),
    http.delete("*/api/vendor/", ({ request }) => {
      deleted.push(new URL(request.url).searchParams.get("id"));
      lists([]);
      return answer(null);
    }),
  );
  const { person } = openAdmin("/admin/vendor");
  await person.click(await screen.findByRole("button", { name: "Delete Ratnakosh Gem Traders" }));
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: "Delete Ratnakosh Gem Traders" }));
  expect(await screen.findByText("Vendor deleted")).toBeInTheDocument();
  expect(deleted).toEqual(["4"]);
  expect(window.confirm).toHaveBeenCalledWith("Delete Ratnakosh Gem Traders?");
  await waitFor(() => expect(screen.queryByRole("row", { name: /Ratnakosh/ })).not.toBeInTheDocument());
});

test("a filter that cannot be loaded does not show the rows of the one before", async () => {
  serveOrders([]);
  lists([vendor]);
  const { person } = openAdmin("/admin/vendor");
  await screen.findByRole("row", { name: /Ratnakosh Gem Traders/ });
  server.use(http.get("*/api/vendor/", () => refusal(403, "")));
  await person.selectOptions(screen.getByRole("combobox", { name: "Status" }), "in active");
  expect(await screen.findByRole("heading", { name: "Error in fetching" })).toBeInTheDocument();
  expect(screen.queryByRole("row", { name: /Ratnakosh Gem Traders/ })).not.toBeInTheDocument();
});
