// HUIDs on the board: asked for before a hallmarked item is packed, entered by a scanner, refused in words.

import { act, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { board, changeOf, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import { orderHuidsChanged } from "@/shared/orders/orderEvents";
import { latch } from "@/shared/test/latch";
import { answer, refusal, server } from "@/shared/test/server";

const ring = { ...item(1, 1058), hallmark: "22K916" as const, productQuantity: 2 };

interface Entered {
  itemId: number;
  huids: string[];
  version: number;
}

/** A server that saves HUIDs and the status of the ring. */
function saving() {
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/order/huids/", async ({ request }) => {
      const { itemId, huids, version } = (await request.json()) as Entered;
      sent.push({ itemId, huids, version });
      const at = "2026-11-20T10:00:00.000Z";
      const saved = {
        orderId: 1058,
        itemId,
        customerId: 7,
        huids,
        huidsVersion: version + 1,
        at,
        changedBy: "Karthik",
      };
      return answer(saved as never);
    }),
    http.post("*/api/order/", async ({ request }) => {
      const { status } = (await request.json()) as { status: "packed" };
      sent.push(status);
      return answer({ ...changeOf(ring, status) } as never);
    }),
  );
  return sent;
}

async function pack(person: ReturnType<typeof openAdmin>["person"]) {
  await person.click(await screen.findByRole("combobox", { name: "Status of item 1 of order 1058" }));
  await person.click(screen.getByRole("option", { name: "Packed" }));
}

test("a scanner enters the HUID of each piece, and the item is packed", async () => {
  serveOrders([order(1058, "Meera Joshi", [ring])]);
  const sent = saving();
  const { person } = openAdmin(board);
  await pack(person);
  await person.click(await screen.findByRole("button", { name: "Enter HUID of item 1 of order 1058" }));
  const dialog = await screen.findByRole("dialog", { name: "HUID, order 1058" });
  await waitFor(() => expect(within(dialog).getByLabelText("HUID of piece 1")).toHaveFocus());
  expect(sent).toEqual([]);
  await person.keyboard("ab12c7{Enter}");
  expect(within(dialog).getByLabelText("HUID of piece 2")).toHaveFocus();
  await person.keyboard("AB12C7{Enter}");
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("AB12C7 is there twice");
  await person.keyboard("x{Enter}");
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("six letters and digits");
  expect(sent).toEqual([]);
  await person.keyboard("99XYZ0{Enter}");
  await waitFor(() => expect(sent).toEqual([{ itemId: 1, huids: ["AB12C7", "99XYZ0"], version: 1 }, "packed"]));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

test("Enter that is pressed again while HUIDs are saved does not save them again", async () => {
  serveOrders([order(1058, "Meera Joshi", [ring])]);
  const { opened: answered, open: release } = latch();
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/order/huids/", async ({ request }) => {
      sent.push(await request.json());
      await answered;
      return refusal(409, "The HUIDs of this item were changed meanwhile.");
    }),
  );
  const { person } = openAdmin(board);
  await pack(person);
  await person.click(await screen.findByRole("button", { name: "Enter HUID of item 1 of order 1058" }));
  const dialog = await screen.findByRole("dialog", { name: "HUID, order 1058" });
  await person.type(within(dialog).getByLabelText("HUID of piece 1"), "AB12C7");
  await person.type(within(dialog).getByLabelText("HUID of piece 2"), "99XYZ0{Enter}");
  await waitFor(() => expect(within(dialog).getByRole("button", { name: /pack/i })).toBeDisabled());
  await person.keyboard("{Enter}");
  release();
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("were changed meanwhile");
  expect(sent).toHaveLength(1);
});

test("HUIDs that are being typed stay when a colleague packs the item, and it is not packed again", async () => {
  serveOrders([order(1058, "Meera Joshi", [ring])]);
  const sent = saving();
  const { person, arrive } = openAdmin(`${board}?status=ordered`);
  await pack(person);
  await person.click(await screen.findByRole("button", { name: "Enter HUID of item 1 of order 1058" }));
  const dialog = await screen.findByRole("dialog", { name: "HUID, order 1058" });
  await person.type(within(dialog).getByLabelText("HUID of piece 1"), "AB12C7");
  arrive("order.status_changed", changeOf(ring, "packed", { changedBy: "Priya Menon" }));
  await waitFor(() => expect(screen.queryByText("No HUID yet")).not.toBeInTheDocument());
  expect(within(dialog).getByLabelText("HUID of piece 1")).toHaveValue("AB12C7");
  await person.type(within(dialog).getByLabelText("HUID of piece 2"), "99XYZ0{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(sent).toEqual([{ itemId: 1, huids: ["AB12C7", "99XYZ0"], version: 1 }]);
});

test("a card that is packed from the dialog moves to its new column at once", async () => {
  serveOrders([order(1058, "Meera Joshi", [ring])]);
  saving();
  const { person } = openAdmin(`${board}?view=columns`);
  await person.click(await screen.findByRole("combobox", { name: "Move item 1 of order 1058" }));
  await person.click(screen.getByRole("option", { name: "Packed" }));
  await person.click(await screen.findByRole("button", { name: "Enter HUID of item 1 of order 1058" }));
  const dialog = await screen.findByRole("dialog", { name: "HUID, order 1058" });
  await person.type(within(dialog).getByLabelText("HUID of piece 1"), "AB12C7");
  await person.type(within(dialog).getByLabelText("HUID of piece 2"), "99XYZ0{Enter}");
  const packed = screen.getByRole("region", { name: "Packed" });
  expect(await within(packed).findByText("Piece 1")).toBeInTheDocument();
});

test("packing without a HUID is meant the second time", async () => {
  serveOrders([order(1058, "Meera Joshi", [ring])]);
  const sent = saving();
  const { person } = openAdmin(board);
  await pack(person);
  const anyway = await screen.findByRole("button", {
    name: "Set Packed all the same, item 1 of order 1058 without a HUID",
  });
  expect(sent).toEqual([]);
  await person.click(anyway);
  await waitFor(() => expect(sent).toEqual(["packed"]));
});

test("an item with its HUIDs is packed without a question", async () => {
  serveOrders([order(1058, "Meera Joshi", [{ ...ring, huids: ["AB12C7", "99XYZ0"], huidsVersion: 2 }])]);
  const sent = saving();
  const { person } = openAdmin(board);
  await pack(person);
  await waitFor(() => expect(sent).toEqual(["packed"]));
});

test("the details follow the HUIDs that a colleague enters, and say in which order one is used", async () => {
  serveOrders([order(1058, "Meera Joshi", [ring])]);
  const sentence = "AB12C7 is in order 1002 already, with Lotus Ring.";
  server.use(http.post("*/api/order/huids/", () => refusal(409, sentence)));
  const { person, store } = openAdmin("/admin/order-management?order=1058");
  const first = await screen.findByLabelText("HUID of piece 1");
  act(() => {
    const change = { orderId: 1058, itemId: 1, customerId: 7, huids: ["K3K3K3"], huidsVersion: 2, at: "" };
    store.dispatch(orderHuidsChanged(change));
  });
  await waitFor(() => expect(first).toHaveValue("K3K3K3"));
  await person.type(screen.getByLabelText("HUID of piece 2"), "AB12C7{Enter}");
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.getByLabelText("HUID of piece 2")).toHaveAttribute("aria-invalid", "true");
});

test("HUIDs that a colleague enters while some are typed are not overwritten", async () => {
  serveOrders([order(1058, "Meera Joshi", [ring])]);
  const sent: number[] = [];
  const sentence = "The HUIDs of this item were changed meanwhile.";
  server.use(
    http.post("*/api/order/huids/", async ({ request }) => {
      sent.push(((await request.json()) as Entered).version);
      return refusal(409, sentence);
    }),
  );
  const { person, arrive } = openAdmin("/admin/order-management?order=1058");
  await person.type(await screen.findByLabelText("HUID of piece 1"), "AB12C");
  arrive("order.huids_changed", {
    orderId: 1058,
    itemId: 1,
    customerId: 7,
    huids: ["K3K3K3"],
    huidsVersion: 2,
    at: "",
  });
  await person.type(screen.getByLabelText("HUID of piece 1"), "7{Enter}{Enter}");
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(sent).toEqual([1]);
  screen.getByLabelText("HUID of piece 2").focus();
  await person.keyboard("{Enter}");
  await waitFor(() => expect(sent).toEqual([1, 2]));
});

test("a HUID that is used elsewhere does not let the next save overwrite what a colleague entered", async () => {
  serveOrders([order(1058, "Meera Joshi", [ring])]);
  const sent: number[] = [];
  const used = "AB12C7 is in order 1002 already, with Lotus Ring.";
  server.use(
    http.post("*/api/order/huids/", async ({ request }) => {
      sent.push(((await request.json()) as Entered).version);
      return refusal(409, sent.length === 1 ? used : "The HUIDs of this item were changed meanwhile.");
    }),
  );
  const { person, arrive } = openAdmin("/admin/order-management?order=1058");
  await person.type(await screen.findByLabelText("HUID of piece 1"), "AB12C7{Enter}{Enter}");
  expect(await screen.findByText(used)).toBeInTheDocument();
  arrive("order.huids_changed", {
    orderId: 1058,
    itemId: 1,
    customerId: 7,
    huids: ["K3K3K3"],
    huidsVersion: 2,
    at: "",
  });
  screen.getByLabelText("HUID of piece 2").focus();
  await person.keyboard("{Enter}");
  await waitFor(() => expect(sent).toEqual([1, 1]));
});
