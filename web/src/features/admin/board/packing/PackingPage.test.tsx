// The packing screen: scans, questions, changes by a colleague, and the next order.

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { delay, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { changeOf, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import { latch } from "@/shared/test/latch";
import { answer, refusal, server, shopContact } from "@/shared/test/server";

const chain = { ...item(1, 1054), productName: "Vansh Rope Chain", hallmark: "22K916" as const };
const mala = { ...item(2, 1054), productName: "Gundla Mala" };
const other = { ...item(3, 1055), productName: "Kasu Haram" };
const codes: Record<number, string> = { 1: "CH-601", 2: "CH-603", 3: "NK-301" };

beforeEach(() => {
  window.sessionStorage.clear();
  server.use(
    http.get("*/api/order/packing/", ({ request }) => {
      const ids = new URL(request.url).searchParams.get("orderIds")?.split(",").map(Number) ?? [];
      const items = [chain, mala, other].filter(({ orderId }) => ids.includes(orderId));
      return answer(items.map(({ itemId, orderId }) => ({ orderId, itemId, code: codes[itemId], bin: "B-12" })));
    }),
    http.get("*/api/order/packing/scan/", ({ request }) => {
      const isOther = new URL(request.url).searchParams.get("text") === "CH-602";
      const found = isOther ? { productCode: "CH-602", productName: "Veer Heavy Curb Chain" } : {};
      return answer({ productCode: null, productName: null, orderId: null, itemId: null, ...found });
    }),
    http.get("*/api/order/shipment/", () => answer({ couriers: ["Blue Dart", "Sequel"], history: [] })),
  );
});

async function open(beside: Partial<ReturnType<typeof order>> = {}, items = [chain, mala]) {
  serveOrders([
    { ...order(1054, "Rohan Mehta", items), ...beside },
    { ...order(1055, "Kavitha S.", [other]), ...beside },
  ]);
  const app = openAdmin("/admin/packing/1054");
  await screen.findByRole("heading", { name: "Pack order 1054" });
  await screen.findAllByText("B-12");
  return app;
}

const scans = () => screen.getByRole("region", { name: "Scans" });
const pieces = () => screen.getByRole("region", { name: "Pieces" });

/** Types a text as a scanner does. On a busy machine, user-event's keys are as slow as those of a person. */
function scan(text: string) {
  for (const key of [...text, "Enter"]) fireEvent.keyDown(document.body, { key });
}

/** Accepts status changes, and returns their bodies. */
function takeStatuses() {
  const sent: { id: number; status: string; version: number; weights?: number[] }[] = [];
  server.use(
    http.post("*/api/order/", async ({ request }) => {
      const { items } = (await request.json()) as { items: typeof sent };
      sent.push(...items);
      return answer(
        items.map(({ id }) => {
          const row = [chain, mala, other].find(({ itemId }) => itemId === id) ?? chain;
          return { id, code: 200, message: "Status updated", data: changeOf(row, "packed") };
        }),
      );
    }),
  );
  return sent;
}

/** Accepts HUIDs, and returns the bodies. */
function takeHuids() {
  const sent: { itemId: number; huids: string[]; version: number }[] = [];
  server.use(
    http.post("*/api/order/huids/", async ({ request }) => {
      const body = (await request.json()) as (typeof sent)[number];
      sent.push(body);
      const { itemId, huids, version } = body;
      const at = "2026-11-24T10:00:00.000Z";
      const changedBy = "Karthik Rao";
      return answer({ orderId: 1054, itemId, customerId: 7, huids, huidsVersion: version + 1, at, changedBy });
    }),
  );
  return sent;
}

test.each<[string, Partial<ReturnType<typeof order>>, string, string]>([
  ["all pieces", {}, "2 pieces, ₹2,57,040.00", "Rohan Mehta, 2 pieces"],
  [
    "the pieces that are not cancelled",
    { items: [chain, { ...mala, status: "cancelled" }] },
    "1 piece, ₹1,28,520.00",
    "Rohan Mehta, 1 piece",
  ],
  ["its own figures without items", { items: [], totalQuantity: 3 }, "3 pieces, ₹2,57,040.00", "Rohan Mehta, 3 pieces"],
])("an order has the quantity and the value of %s", async (_, beside, head, row) => {
  serveOrders([{ ...order(1054, "Rohan Mehta", [chain, mala]), ...beside }]);
  openAdmin("/admin/packing/1054?orders=1054");
  const heading = await screen.findByRole("heading", { name: "Pack order 1054" });
  expect(heading.closest(".pack-head")).toHaveTextContent(head);
  expect(await screen.findByText(row)).toBeInTheDocument();
});

test("a scan that begins while the order is loaded is whole", async () => {
  serveOrders([order(1054, "Rohan Mehta", [chain, mala])]);
  const { opened: loaded, open: load } = latch();
  server.use(http.get("*/api/order/", () => loaded.then(() => undefined)));
  openAdmin("/admin/packing/1054");
  await screen.findByRole("status", { name: "Loading the order" });
  const press = (key: string) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, "timeStamp", { value: 1000 }); // pressed in time, however busy the page is
    fireEvent(document.body, event);
  };
  for (const key of "CH") press(key);
  load();
  await screen.findByRole("heading", { name: "Pack order 1054" });
  for (const key of [..."-603", "Enter"]) press(key);
  expect(await within(scans()).findByText(/^right piece/)).toBeInTheDocument();
  expect(within(scans()).getByText("CH-603")).toBeInTheDocument();
});

test("a wrong scan is red and changes nothing", async () => {
  await open();
  scan("CH-602");
  expect(await within(scans()).findByText("Not in this order: Veer Heavy Curb Chain")).toBeInTheDocument();
  expect(within(scans()).getByRole("listitem")).toHaveClass("bad");
  expect(within(pieces()).getByText("0 of 2 done")).toBeInTheDocument();
});

test("the code of another product that differs by capitals or separators only is wrong; other such texts are the piece", async () => {
  let fails = true;
  server.use(
    http.get("*/api/order/packing/scan/", ({ request }) => {
      if (fails) return refusal(503, "Not now.");
      const isOther = new URL(request.url).searchParams.get("text") === "ch-603";
      const [productCode, productName] = isOther ? ["ch-603", "Other Mala"] : ["CH-603", "Gundla Mala"];
      return answer({ productCode, productName, orderId: null, itemId: null });
    }),
  );
  await open();
  scan("ch-603");
  expect(await within(scans()).findByText(/^Not checked, since the shop did not answer/)).toBeInTheDocument();
  fails = false;
  scan("ch-603");
  expect(await within(scans()).findByText("Not in this order: Other Mala")).toBeInTheDocument();
  expect(within(pieces()).getByText("0 of 2 done")).toBeInTheDocument();
  scan("Ch 603");
  await within(pieces()).findByText("1 of 2 done");
});

test("code and HUID tick the pieces, and then they are marked packed together", async () => {
  const sent = takeStatuses();
  const huids = takeHuids();
  const { person } = await open();
  scan("CH-603");
  await within(pieces()).findByText("1 of 2 done");
  scan("ah3r8t");
  await within(pieces()).findByText("2 of 2 done");
  expect(huids).toEqual([{ itemId: 1, huids: ["AH3R8T"], version: 1 }]);
  await person.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByRole("heading", { name: "Pack order 1055" });
  expect(sent.map(({ id, status, version }) => [id, status, version])).toEqual([
    [1, "packed", 1],
    [2, "packed", 1],
  ]);
});

test("a courier's key that comes before the couriers counts when they are there", async () => {
  const { opened: loaded, open: load } = latch();
  server.use(
    http.get("*/api/order/shipment/", async () => {
      await loaded;
      return answer({ couriers: ["Blue Dart", "Sequel"], history: [] });
    }),
  );
  const { person } = await open();
  await person.keyboard("x");
  await within(pieces()).findByText("1 of 2 done");
  await person.keyboard("2");
  await delay(200); // quick keys are a scan
  await person.keyboard("x");
  await within(pieces()).findByText("2 of 2 done");
  load();
  expect(await screen.findByRole("button", { name: /^Sequel/ })).toHaveAttribute("aria-pressed", "true");
  expect(screen.getByRole("button", { name: /^Blue Dart/ })).toHaveAttribute("aria-pressed", "false");
});

test("an unpaid order asks first, and then the piece without a HUID", async () => {
  const sent = takeStatuses();
  const { payment } = order(1054, "Rohan Mehta", [chain, mala]);
  const { person } = await open({ payment: { ...payment, method: "upi" } });
  await person.keyboard("x");
  await within(pieces()).findByText("1 of 2 done");
  await person.keyboard("x");
  await within(pieces()).findByText("2 of 2 done");
  await person.click(screen.getByRole("button", { name: /Mark packed/ }));
  const unpaid = await screen.findByRole("dialog", { name: "Pack an unpaid order?" });
  expect(sent).toEqual([]);
  await person.click(within(unpaid).getByRole("button", { name: /Not yet/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await person.click(screen.getByRole("button", { name: /Mark packed/ }));
  await person.click(await screen.findByRole("button", { name: "Pack anyway" }));
  await person.click(await screen.findByRole("button", { name: "Pack without" }));
  await screen.findByRole("heading", { name: "Pack order 1055" });
  expect(sent.map(({ id }) => id)).toEqual([2, 1]);
});

/** Ticks two hallmarked pieces without a scan, and asks to pack them. */
async function askForHuids() {
  const ring = { ...mala, productName: "Lotus Ring", hallmark: "22K916" as const };
  const app = await open({}, [chain, ring]);
  await app.person.keyboard("x");
  await within(pieces()).findByText("1 of 2 done");
  await app.person.keyboard("x");
  await within(pieces()).findByText("2 of 2 done");
  await app.person.keyboard("{Control>}{Enter}{/Control}");
  return { ...app, question: await screen.findByRole("dialog", { name: "Pack without a HUID?" }) };
}

test("the HUIDs of ticked pieces are entered from the question, one piece after the other", async () => {
  const sent = takeStatuses();
  const huids = takeHuids();
  const { person, question } = await askForHuids();
  expect(question).toHaveTextContent("Vansh Rope Chain and Lotus Ring are hallmarked pieces and lack a HUID.");
  await person.click(within(question).getByRole("button", { name: "Enter it" }));
  await screen.findByRole("dialog", { name: "HUID of Vansh Rope Chain" });
  await waitFor(() => expect(screen.getByRole("textbox", { name: "HUID" })).toHaveFocus());
  await person.keyboard("AB12CD{Enter}");
  await screen.findByRole("dialog", { name: "HUID of Lotus Ring" });
  await waitFor(() => expect(screen.getByRole("textbox", { name: "HUID" })).toHaveFocus());
  await person.keyboard("EF34GH{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(huids).toEqual([
    { itemId: 1, huids: ["AB12CD"], version: 1 },
    { itemId: 2, huids: ["EF34GH"], version: 1 },
  ]);
  expect(within(pieces()).getByText("AB12CD")).toBeInTheDocument();
  await person.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByRole("heading", { name: "Pack order 1055" });
  expect(sent.map(({ id }) => id)).toEqual([1, 2]);
});

test("a HUID that is scanned after all is of the ticked piece that lacks one, and no tracking number", async () => {
  const huids = takeHuids();
  const { person } = await askForHuids();
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  scan("AB12CD");
  expect(await within(scans()).findByText("HUID of Vansh Rope Chain")).toBeInTheDocument();
  scan("EF34GH");
  expect(await within(scans()).findByText("HUID of Lotus Ring")).toBeInTheDocument();
  expect(huids.map(({ itemId, huids: [huid] }) => [itemId, huid])).toEqual([
    [1, "AB12CD"],
    [2, "EF34GH"],
  ]);
  expect(screen.getByLabelText("Tracking number")).toHaveValue("");
  scan("774109");
  await waitFor(() => expect(screen.getByLabelText("Tracking number")).toHaveValue("774109"));
});

test("an item that a colleague changed says who, and the order stays", async () => {
  server.use(
    http.post("*/api/order/", () =>
      answer([{ id: 2, code: 409, message: "stale", data: changeOf(mala, "shipped", { changedBy: "Priya Menon" }) }]),
    ),
  );
  const { person } = await open({}, [mala]);
  await person.keyboard("x");
  await within(pieces()).findByText("1 of 1 done");
  await person.click(screen.getByRole("button", { name: /Mark packed/ }));
  expect(await screen.findByText("A colleague changed this order. See the pieces.")).toBeInTheDocument();
  expect(screen.getByText(/Not saved: Priya Menon set Shipped/)).toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "Pack order 1054" })).toBeInTheDocument();
});

test("an order is not packed before every piece is ticked", async () => {
  const sent = takeStatuses();
  const { person } = await open();
  expect(screen.getByRole("button", { name: /Mark packed/ })).toBeDisabled();
  await person.keyboard("{Control>}{Enter}{/Control}");
  expect(await screen.findByRole("alert")).toHaveTextContent("Tick 2 more pieces first.");
  expect(sent).toEqual([]);
});

test("what is to be done before packing is told until it is done", async () => {
  const { person } = await open();
  await person.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("Tick 2 more pieces first.");
  await person.keyboard("x");
  await screen.findByText("Tick the last piece first.");
  await person.keyboard("x");
  await within(pieces()).findByText("2 of 2 done");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  await person.keyboard("1");
  await waitFor(() =>
    expect(screen.getByRole("button", { name: /^Blue Dart/ })).toHaveAttribute("aria-pressed", "true"),
  );
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  await person.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText(/^Scan the airway bill/);
  await person.type(screen.getByLabelText("Tracking number"), "774109{Enter}");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("the scale fills in the weight of the piece in hand, a difference is told, and W weighs again", async () => {
  const sent = takeStatuses();
  const stones = { ...mala, weight: 29.1, grossWeight: 30.6 };
  const { person } = await open({}, [{ ...chain, hallmark: null, weight: 24.3 }, stones]);
  scan("CH-603");
  await within(pieces()).findByText("1 of 2 done");
  scan("31.42 g");
  expect(await within(pieces()).findByText("0.82 gm more than the order, limit 0.05")).toBeInTheDocument();
  expect(within(scans()).getByText("scale, Gundla Mala")).toBeInTheDocument();
  await person.keyboard("w");
  const field = await screen.findByLabelText("Weight of Gundla Mala");
  await waitFor(() => expect(field).toHaveFocus());
  await person.keyboard("30.59{Enter}");
  expect(within(pieces()).getByText("−0.01 to the order")).toBeInTheDocument();
  await person.keyboard("CH-601{Enter}");
  await within(pieces()).findByText("2 of 2 done");
  await person.type(screen.getByLabelText("Weight of Vansh Rope Chain"), "heavy");
  await person.keyboard("{Control>}{Enter}{/Control}");
  expect(await screen.findByRole("alert")).toHaveTextContent("Weigh again: “heavy” is no weight in grams.");
  await person.clear(screen.getByLabelText("Weight of Vansh Rope Chain"));
  await person.keyboard("24,9{Control>}{Enter}{/Control}");
  await screen.findByRole("heading", { name: "Pack order 1055" });
  expect(sent.map(({ id, weights }) => [id, weights])).toEqual([
    [1, [24.9]],
    [2, [30.59]],
  ]);
});

test("a code that is scanned into the field of a weight is a scan", async () => {
  const { person } = await open({}, [{ ...chain, hallmark: null }, mala]);
  await person.click(screen.getByLabelText("Weight of Vansh Rope Chain"));
  await person.keyboard("CH-603{Enter}");
  await within(pieces()).findByText("1 of 2 done");
  expect(screen.getByLabelText("Weight of Vansh Rope Chain")).toHaveValue("");
});

test("a courier that the server refuses keeps the order open", async () => {
  takeStatuses();
  server.use(http.post("*/api/order/shipment/", () => refusal(409, "The courier of this item was changed meanwhile.")));
  const { person } = await open({}, [mala]);
  await person.keyboard("x");
  await within(pieces()).findByText("1 of 1 done");
  await person.keyboard("2");
  await waitFor(() => expect(screen.getByRole("button", { name: /Sequel/ })).toHaveAttribute("aria-pressed", "true"));
  await person.type(screen.getByLabelText("Tracking number"), "774109{Enter}");
  await person.click(screen.getByRole("button", { name: /Mark packed/ }));
  expect(await screen.findByRole("alert")).toHaveTextContent("The courier of this item was changed meanwhile.");
});

test("an order that is being saved is not left before it is known that its courier is saved", async () => {
  takeStatuses();
  const { opened: answered, open: release } = latch();
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/order/shipment/", async ({ request }) => {
      sent.push(await request.json());
      await answered;
      return refusal(409, "The courier of this item was changed meanwhile.");
    }),
  );
  const { person } = await open({}, [mala]);
  await person.keyboard("x");
  await within(pieces()).findByText("1 of 1 done");
  await person.keyboard("2");
  await waitFor(() => expect(screen.getByRole("button", { name: /Sequel/ })).toHaveAttribute("aria-pressed", "true"));
  await person.type(screen.getByLabelText("Tracking number"), "774109{Enter}");
  await person.click(screen.getByRole("button", { name: /Mark packed/ }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await person.keyboard("{Control>}{ArrowRight}{/Control}{Escape}{Escape}");
  scan("SW1055");
  expect(await within(scans()).findByText(/^Not opened, since this order is being saved/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /^Skip/ })).toBeDisabled();
  expect(screen.getByRole("button", { name: /^Leave/ })).toBeDisabled();
  release();
  expect(await screen.findByRole("alert")).toHaveTextContent("The courier of this item was changed meanwhile.");
  await person.keyboard("{Escape}");
  await screen.findByRole("heading", { name: "Order Management" });
});

test.each([
  ["is saved", false],
  ["is not saved, which is told", true],
])("an order that is left by a link while it is saved opens no other page; its courier %s", async (_, isRefused) => {
  takeStatuses();
  const { opened: answered, open: release } = latch();
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/order/shipment/", async ({ request }) => {
      sent.push(await request.json());
      await answered;
      if (isRefused) return refusal(409, "The courier of this item was changed meanwhile.");
      return answer({ orderId: 1054, itemId: 2, customerId: 7, courier: "Sequel", trackingNumber: "774109" });
    }),
  );
  const { person } = await open({}, [mala]);
  await person.keyboard("x");
  await within(pieces()).findByText("1 of 1 done");
  await person.click(await screen.findByRole("button", { name: /^Sequel/ }));
  await person.type(screen.getByLabelText("Tracking number"), "774109{Enter}");
  await person.click(screen.getByRole("button", { name: /Mark packed/ }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await person.click(
    within(screen.getByRole("navigation", { name: "Breadcrumb" })).getByRole("link", { name: "1054" }),
  );
  await screen.findByRole("heading", { name: "Order Management" });
  expect(window.sessionStorage.getItem("packing-1054")).not.toBeNull();
  release();
  if (isRefused) {
    await screen.findByText("Order 1054: The courier of this item was changed meanwhile.");
  } else {
    await waitFor(() => expect(window.sessionStorage.getItem("packing-1054")).toBeNull());
    await delay(500); // another page takes a moment to open
  }
  expect(screen.getByRole("heading", { name: "Order Management" })).toBeInTheDocument();
});

test("a piece without a HUID is told of an order that was left while it was saved", async () => {
  const { opened: answered, open: release } = latch();
  let asked = 0;
  server.use(
    http.post("*/api/order/", async () => {
      asked += 1;
      await answered;
      return answer([{ id: 2, code: 200, message: "Status updated", data: changeOf(mala, "packed") }]);
    }),
  );
  const { person } = await open();
  await person.keyboard("x");
  await within(pieces()).findByText("1 of 2 done");
  await person.keyboard("x");
  await within(pieces()).findByText("2 of 2 done");
  await person.click(screen.getByRole("button", { name: /Mark packed/ }));
  await waitFor(() => expect(asked).toBe(1));
  const next = screen.getByRole("region", { name: "Next to pack" });
  await person.click(await within(next).findByRole("link", { name: "1055" }));
  await screen.findByRole("heading", { name: "Pack order 1055" });
  release();
  expect(await screen.findByText("Order 1054: Not packed. See the pieces.")).toBeInTheDocument();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("a courier that a colleague enters meanwhile is not overwritten unseen", async () => {
  const versions: number[] = [];
  server.use(
    http.post("*/api/order/shipment/", async ({ request }) => {
      versions.push(((await request.json()) as { version: number }).version);
      return refusal(409, "The courier of this item was changed meanwhile.");
    }),
  );
  const { person, arrive } = await open({}, [packedWith({ ...mala, shipmentVersion: 1 }, null)]);
  await person.click(await screen.findByRole("button", { name: /^Sequel/ }));
  await person.type(screen.getByLabelText("Tracking number"), "2222");
  arrive("order.shipment_changed", {
    ...{ orderId: 1054, itemId: 2, customerId: 7, courier: "Blue Dart", trackingNumber: "774109" },
    ...{ trackingUrl: null, shipmentVersion: 2, at: "2026-11-24T10:00:00.000Z", changedBy: "Priya Menon" },
  });
  const save = screen.getByRole("button", { name: /Save the courier/ });
  await person.click(save);
  expect(await screen.findByRole("alert")).toHaveTextContent("The courier of this item was changed meanwhile.");
  // The page has received the colleague's courier.
  await person.click(save);
  await waitFor(() => expect(versions).toEqual([1, 2]));
});

/** Accepts the courier of items, and returns the items and numbers that were sent. */
function takeShipments() {
  const sent: [items: number[], number: string][] = [];
  server.use(
    http.post("*/api/order/shipment/", async ({ request }) => {
      const body = (await request.json()) as {
        itemId: number;
        alsoItems: { itemId: number }[];
        courier: string;
        trackingNumber: string;
      };
      const { itemId, alsoItems, courier, trackingNumber } = body;
      sent.push([[itemId, ...alsoItems.map((also) => also.itemId)], trackingNumber]);
      return answer({ orderId: 1054, itemId, customerId: 7, courier, trackingNumber, shipmentVersion: 2 });
    }),
  );
  return sent;
}

const packedWith = (row: typeof mala, trackingNumber: string | null) => ({
  ...row,
  status: "packed" as const,
  courier: trackingNumber && "Sequel",
  trackingNumber,
});

test("packing the second parcel of an order leaves courier and number of the first one", async () => {
  takeStatuses();
  const sent = takeShipments();
  const { person } = await open({}, [packedWith(chain, "1111"), mala]);
  await person.keyboard("x");
  await within(pieces()).findByText("1 of 1 done");
  const number = screen.getByLabelText("Tracking number");
  await person.clear(number);
  await person.type(number, "2222");
  await person.click(screen.getByRole("button", { name: /Mark packed/ }));
  await screen.findByRole("heading", { name: "Pack order 1055" });
  expect(sent).toEqual([[[2], "2222"]]);
});

test("the number of a packed parcel is corrected for all its items, and for no other parcel", async () => {
  const sent = takeShipments();
  const ring = { ...item(4, 1054), productName: "Lotus Ring" };
  const { person } = await open({}, [
    packedWith(chain, "1111"),
    packedWith(mala, "1111"),
    packedWith({ ...mala, ...ring }, "3333"),
  ]);
  const number = screen.getByLabelText("Tracking number");
  await person.clear(number);
  await person.type(number, "1112");
  await person.click(screen.getByRole("button", { name: /Save the courier/ }));
  await screen.findByRole("heading", { name: "Pack order 1055" });
  expect(sent).toEqual([[[1, 2], "1112"]]);
});

test("items that were packed without a courier get the entered one", async () => {
  const sent = takeShipments();
  const { person } = await open({}, [packedWith(chain, "1111"), packedWith(mala, null)]);
  const number = screen.getByLabelText("Tracking number");
  await person.clear(number);
  await person.type(number, "2222");
  await person.click(screen.getByRole("button", { name: /Save the courier/ }));
  await screen.findByRole("heading", { name: "Pack order 1055" });
  expect(sent).toEqual([[[2], "2222"]]);
});

test.each([
  ["shipped has another parcel, whose courier is not", "shipped", ""],
  ["packed is in the same parcel, whose courier is", "packed", "774109"],
] as const)("a piece that is %s filled in for the rest", async (_, status, number) => {
  const before = { ...chain, status, courier: "Blue Dart", trackingNumber: "774109" };
  const { person } = await open({}, [before, mala]);
  expect(screen.getByLabelText("Tracking number")).toHaveValue(number);
  const [blueDart] = await screen.findAllByRole("button", { name: /^Blue Dart/ });
  expect(blueDart).toHaveAttribute("aria-pressed", String(number !== ""));
  if (number) return;
  const sent = takeStatuses();
  await person.keyboard("x");
  await within(pieces()).findByText("1 of 1 done");
  await person.click(screen.getByRole("button", { name: /Mark packed/ }));
  await screen.findByRole("heading", { name: "Pack order 1055" });
  expect(sent.map(({ id }) => id)).toEqual([2]);
});

test("a scanned number is whole with its slash, and / alone goes to the search", async () => {
  const { person } = await open({}, [mala]);
  scan("CH-603");
  await within(pieces()).findByText("1 of 1 done");
  scan("SF/2026/774109");
  await waitFor(() => expect(screen.getByLabelText("Tracking number")).toHaveValue("SF/2026/774109"));
  expect(screen.getByRole("searchbox")).not.toHaveFocus();
  await delay(200); // quick keys are a scan
  await person.keyboard("/");
  expect(screen.getByRole("searchbox")).toHaveFocus();
});

test("a letter in the open list of staff goes to a name, and is no shortcut", async () => {
  const { person } = await open({}, [mala]);
  await person.click(screen.getByRole("button", { name: "Assign order 1054, now nobody" }));
  const list = await screen.findByRole("listbox", { name: "Assign order 1054 to" });
  const priya = await within(list).findByRole("option", { name: /Priya Menon/ });
  await person.keyboard("x");
  await delay(200); // after which a single key is a shortcut
  expect(within(pieces()).getByText("0 of 1 done")).toBeInTheDocument();
  await person.keyboard("p");
  expect(list).toHaveAttribute("aria-activedescendant", priya.id);
});

test("chosen orders are listed as next though they are not among the oldest, which are loaded", async () => {
  serveOrders([order(1054, "Rohan Mehta", [chain, mala]), order(1055, "Kavitha S.", [other])]);
  server.use(
    http.get("*/api/order/", ({ request }) =>
      new URL(request.url).searchParams.get("status") === "ordered" ? answer([] as never) : undefined,
    ),
  );
  openAdmin("/admin/packing/1054?orders=1054,1055");
  const next = within(await screen.findByRole("region", { name: "Next to pack" }));
  expect(await next.findByText("Kavitha S., 1 piece")).toBeInTheDocument();
  expect(next.getByRole("link", { name: "1055" })).toHaveAttribute("href", "/admin/packing/1055?orders=1054,1055");
  expect(next.queryByText("No other order waits.")).not.toBeInTheDocument();
});

/** Serves the queue in two pages of one order each. `refused` is the status of the second page, if it fails. */
function serveTwoPages() {
  const second = { refused: undefined as number | undefined, opened: Promise.resolve() };
  server.use(
    http.get("*/api/order/", async ({ request }) => {
      const query = new URL(request.url).searchParams;
      if (query.get("status") !== "ordered" || query.get("limit") === "1") return;
      if (!query.has("cursor")) {
        return answer([structuredClone(order(1054, "Rohan Mehta", [mala]))] as never, { nextCursor: "1054" });
      }
      await second.opened;
      if (second.refused) return refusal(second.refused, "Not now.");
      return answer([structuredClone(order(1055, "Kavitha S.", [other]))] as never);
    }),
  );
  return second;
}

async function packTheOnlyPiece({ person }: Pick<Awaited<ReturnType<typeof open>>, "person">) {
  await person.keyboard("x");
  await within(pieces()).findByText("1 of 1 done");
  await person.click(screen.getByRole("button", { name: /Mark packed/ }));
}

test("after the last order of the first page comes the first one of the next page", async () => {
  takeStatuses();
  serveOrders([order(1054, "Rohan Mehta", [mala]), order(1055, "Kavitha S.", [other])]);
  serveTwoPages();
  const app = openAdmin("/admin/packing");
  await screen.findByRole("heading", { name: "Pack order 1054" });
  expect(await screen.findByText("Order 1 of 2 to pack")).toBeInTheDocument();
  await packTheOnlyPiece(app);
  expect(await screen.findByRole("heading", { name: "Pack order 1055" })).toBeInTheDocument();
});

test("while orders wait on the next page it is not said that everything is packed", async () => {
  takeStatuses();
  serveOrders([order(1054, "Rohan Mehta", [mala]), order(1055, "Kavitha S.", [other])]);
  const second = serveTwoPages();
  const { opened, open: load } = latch();
  Object.assign(second, { opened, refused: 503 });
  const app = openAdmin("/admin/packing");
  await screen.findByRole("heading", { name: "Pack order 1054" });
  await packTheOnlyPiece(app);
  expect(await screen.findByRole("status", { name: "Loading the order" })).toBeInTheDocument();
  load();
  expect(await screen.findByRole("heading", { name: "Failed to load orders" })).toBeInTheDocument();
  second.refused = undefined;
  await app.person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Pack order 1055" })).toBeInTheDocument();
});

const board = "/admin/order-management";

test("after the last of the chosen orders the board is back with its filters", async () => {
  const sent = takeStatuses();
  const rest = order(1053, "Asha Rao", [{ ...item(4, 1053) }]);
  serveOrders([order(1055, "Asha Iyer", [other]), order(1054, "Asha Mehta", [mala]), rest]);
  const { person } = openAdmin(`${board}?status=ordered&search=asha`);
  for (const id of [1054, 1055]) {
    await person.click(await screen.findByRole("checkbox", { name: `Select item 1 of order ${id}` }));
  }
  await person.keyboard("p");
  await screen.findByRole("heading", { name: "Pack order 1054" });
  expect(screen.getByText("Order 1 of 2 to pack")).toBeInTheDocument();
  await packTheOnlyPiece({ person });
  await screen.findByRole("heading", { name: "Pack order 1055" });
  expect(screen.getByText("Order 1 of 1 to pack")).toBeInTheDocument();
  expect(within(screen.getByRole("region", { name: "Next to pack" })).getByText("as chosen")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /^Skip/ })).toBeDisabled();
  await packTheOnlyPiece({ person });
  await screen.findByRole("heading", { name: "Order Management" });
  expect(screen.getByRole("searchbox", { name: "Search orders" })).toHaveValue("asha");
  expect(screen.getByRole("button", { name: /^Ordered/ })).toHaveAttribute("aria-pressed", "true");
  expect(sent.map(({ id }) => id)).toEqual([2, 3]);
});

test("the way back to the board has its filters: from an order's page, from its packing and from the next one", async () => {
  serveOrders([order(1055, "Asha Iyer", [other]), order(1054, "Asha Mehta", [mala])]);
  const { person } = openAdmin(`${board}?search=asha&order=1055`);
  const filtered = `${board}?search=asha`;
  await person.click(await screen.findByRole("link", { name: "Open the page" }));
  await screen.findByRole("heading", { name: "Order 1055", level: 1 });
  expect(crumb()).toHaveAttribute("href", filtered);
  await person.click(crumb());
  (await screen.findByRole("row", { name: /Order 1055|Kasu Haram/ })).focus();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await person.keyboard("{Enter}");
  await screen.findByRole("heading", { name: "Order 1055" });
  await person.keyboard("j");
  await screen.findByRole("heading", { name: "Order 1054" });
  expect(crumb()).toHaveAttribute("href", filtered);
  await person.keyboard("p");
  await screen.findByRole("heading", { name: "Pack order 1054" });
  expect(crumb()).toHaveAttribute("href", filtered);
  expect(screen.getByRole("link", { name: "1054" })).toHaveAttribute("href", `${filtered}&order=1054`);
  await person.keyboard("{Control>}{ArrowRight}{/Control}");
  await screen.findByRole("heading", { name: "Pack order 1055" });
  await person.click(await screen.findByRole("link", { name: "1054" }));
  await screen.findByRole("heading", { name: "Pack order 1054" });
  await person.keyboard("{Escape}");
  await screen.findByRole("heading", { name: "Order Management" });
  expect(screen.getByRole("searchbox", { name: "Search orders" })).toHaveValue("asha");
});

const crumb = () =>
  within(screen.getByRole("navigation", { name: "Breadcrumb" })).getByRole("link", { name: "Order Management" });

test("Ctrl → skips, and Esc leaves to the board", async () => {
  const { person } = await open();
  await person.keyboard("{Control>}{ArrowRight}{/Control}");
  await screen.findByRole("heading", { name: "Pack order 1055" });
  await person.keyboard("{Escape}");
  await screen.findByRole("heading", { name: "Order Management" });
});

test("L prints the slip and the label of the order", async () => {
  let printed = 0;
  window.print = () => {
    printed += 1;
  };
  const { person } = await open({ gift: { message: "For Diya", isWrapped: false } });
  await person.keyboard("l");
  await waitFor(() => expect(printed).toBe(1));
  const papers = document.querySelector(".papers") as HTMLElement;
  expect(papers.querySelectorAll(".slip, .label")).toHaveLength(2);
  const slip = papers.querySelector(".slip") as HTMLElement;
  expect(slip).toHaveTextContent("For Diya");
  expect(slip).not.toHaveTextContent("₹");
});

test("the step Print is done when the papers were printed, not when they could not be loaded", async () => {
  window.print = () => undefined;
  let isKnown = false;
  server.use(http.get("*/api/contact/", () => (isKnown ? answer(shopContact) : refusal(404, "There is none."))));
  const { person } = await open();
  const step = () => screen.getByText("Print", { selector: "li" });
  await person.keyboard("l");
  expect(await screen.findByText(/The shop's address could not be loaded, so nothing was printed/)).toBeInTheDocument();
  expect(within(step()).queryByLabelText("done")).not.toBeInTheDocument();
  isKnown = true;
  await person.keyboard("l");
  expect(await within(step()).findByLabelText("done")).toBeInTheDocument();
});

test("L prints the papers of the parcel in hand, with its value and the number entered for it", async () => {
  let printed = 0;
  window.print = () => {
    printed += 1;
  };
  const { person } = await open({}, [packedWith(chain, "1111"), mala]);
  const number = screen.getByLabelText("Tracking number");
  await person.clear(number);
  await person.type(number, "2222{Enter}");
  expect(screen.getByText("Value of the parcel").nextSibling).toHaveTextContent("₹1,28,520.00");
  await person.keyboard("l");
  await waitFor(() => expect(printed).toBe(1));
  const papers = document.querySelector(".papers") as HTMLElement;
  expect(papers.querySelectorAll(".slip, .label")).toHaveLength(2);
  expect(papers.querySelector(".slip tbody")?.children).toHaveLength(1);
  expect(papers.querySelector(".label")).toHaveTextContent("Sequel 2222");
});

test("a number typed with blanks or in small letters is of the parcel that is packed under it", async () => {
  const { person } = await open({}, [packedWith(chain, "SQ7741"), mala]);
  const number = screen.getByLabelText("Tracking number");
  await person.clear(number);
  await person.type(number, "sq 7741");
  expect(screen.getByText("Value of the parcel").nextSibling).toHaveTextContent("₹2,57,040.00");
  expect(screen.getByText("Sequel SQ7741")).toBeInTheDocument();
});

test("an order's page leads to its packing by a link and by P", async () => {
  serveOrders([order(1054, "Rohan Mehta", [chain, mala])]);
  const { person } = openAdmin("/admin/orders/1054");
  expect(await screen.findByRole("link", { name: "Pack" })).toHaveAttribute("href", "/admin/packing/1054");
  await person.keyboard("p");
  expect(await screen.findByRole("heading", { name: "Pack order 1054" })).toBeInTheDocument();
});

test("an order without a piece to pack has no link to the packing, and P does nothing", async () => {
  serveOrders([order(1055, "Kavitha S.", [{ ...other, status: "shipped" }])]);
  const { person } = openAdmin("/admin/orders/1055");
  await screen.findByRole("heading", { name: "Order 1055" });
  await person.keyboard("p");
  expect(screen.queryByRole("link", { name: "Pack" })).not.toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "Order 1055" })).toBeInTheDocument();
});
