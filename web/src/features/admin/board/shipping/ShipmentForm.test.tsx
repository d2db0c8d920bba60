// Courier and tracking number on the board: entered in an order's details, refused in words.

import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { board, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import { answer, refusal, server } from "@/shared/test/server";

test("courier and number are entered together, and the courier's page is linked", async () => {
  serveOrders([order(1058, "Meera Joshi", [item(1, 1058, "shipped")])]);
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/order/shipment/", async ({ request }) => {
      sent.push(await request.json());
      return answer({
        orderId: 1058,
        itemId: 1,
        customerId: 7,
        courier: "Blue Dart",
        trackingNumber: "774109263358",
        trackingUrl: "https://track.example/774109263358",
        shipmentVersion: 2,
        at: "2026-11-24T10:00:00.000Z",
        changedBy: "Karthik",
      });
    }),
  );
  const { person } = openAdmin(`${board}?order=1058`);
  const courier = await screen.findByLabelText("Courier");
  await person.type(screen.getByLabelText("Tracking number"), "7741 0926 3358");
  const save = screen.getAllByRole("button", { name: "Save" }).at(-1) as HTMLElement;
  await person.click(save);
  expect(await screen.findByText("Choose the courier of this number.")).toBeInTheDocument();
  await screen.findByRole("option", { name: "Blue Dart" });
  await person.selectOptions(courier, "Blue Dart");
  await person.click(save);
  expect(await screen.findByRole("link", { name: "Open Blue Dart" })).toHaveAttribute(
    "href",
    "https://track.example/774109263358",
  );
  expect(sent).toEqual([
    { itemId: 1, courier: "Blue Dart", trackingNumber: "7741 0926 3358", version: 1, alsoItems: [] },
  ]);
});

test("a colleague's courier is not overwritten", async () => {
  serveOrders([order(1058, "Meera Joshi", [item(1, 1058, "shipped")])]);
  const sentence = "The courier of this item was changed meanwhile; now it has Speed Post EK1. Look at it again.";
  server.use(http.post("*/api/order/shipment/", () => refusal(409, sentence)));
  const { person } = openAdmin(`${board}?order=1058`);
  await screen.findByRole("option", { name: "Speed Post" });
  await person.selectOptions(screen.getByLabelText("Courier"), "Speed Post");
  await person.type(screen.getByLabelText("Tracking number"), "EK123456789IN");
  await person.click(screen.getAllByRole("button", { name: "Save" }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.getByText(sentence)).toBeInTheDocument());
});

test("one number is saved for all pieces of a parcel, unless it is for one of them", async () => {
  serveOrders([
    order(1058, "Meera Joshi", [item(1, 1058, "shipped"), item(2, 1058, "shipped"), item(3, 1058, "ordered")]),
  ]);
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/order/shipment/", async ({ request }) => {
      sent.push(((await request.json()) as { alsoItems: unknown[] }).alsoItems);
      return refusal(422, "Please try again.");
    }),
  );
  const { person } = openAdmin(`${board}?order=1058`);
  const [courier] = await screen.findAllByLabelText("Courier");
  await screen.findAllByRole("option", { name: "Blue Dart" });
  await person.selectOptions(courier as HTMLElement, "Blue Dart");
  await person.type(screen.getAllByLabelText("Tracking number")[0] as HTMLElement, "774109263358");
  const [also] = screen.getAllByRole("checkbox", { name: "Also for the 1 other piece in this parcel" });
  const form = (also as HTMLElement).closest("form") as HTMLElement;
  await person.click(within(form).getByRole("button", { name: "Save" }));
  await screen.findByText("Please try again.");
  await person.click(also as HTMLElement);
  await person.click(within(form).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toEqual([[{ itemId: 2, version: 1 }], []]));
});

test("a courier that a colleague enters while one is typed is not overwritten, nor that of the parcel's others", async () => {
  const items = [item(1, 1058, "shipped"), item(2, 1058, "shipped")];
  serveOrders([order(1058, "Meera Joshi", items)]);
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/order/shipment/", async ({ request }) => {
      const { version, alsoItems } = (await request.json()) as { version: number; alsoItems: unknown[] };
      sent.push({ version, alsoItems });
      return refusal(409, "The courier of this item was changed meanwhile.");
    }),
  );
  const { person, arrive } = openAdmin(`${board}?order=1058`);
  await screen.findAllByRole("option", { name: "Blue Dart" });
  const courier = screen.getAllByLabelText("Courier")[0] as HTMLElement;
  await person.selectOptions(courier, "Blue Dart");
  for (const { itemId } of items) {
    const theirs = { courier: "Speed Post", trackingNumber: "EK1", trackingUrl: null, shipmentVersion: 2 };
    arrive("order.shipment_changed", { orderId: 1058, itemId, customerId: 7, ...theirs, at: "", changedBy: "Priya" });
  }
  await person.type(screen.getAllByLabelText("Tracking number")[0] as HTMLElement, "774109263358");
  const form = courier.closest("form") as HTMLElement;
  await person.click(within(form).getByRole("button", { name: "Save" }));
  await screen.findByText("The courier of this item was changed meanwhile.");
  expect(sent).toEqual([{ version: 1, alsoItems: [{ itemId: 2, version: 1 }] }]);
  await person.click(within(form).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent[1]).toEqual({ version: 2, alsoItems: [{ itemId: 2, version: 2 }] }));
});
