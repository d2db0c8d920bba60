import { describe, expect, it } from "vitest";
import type { Order, OrderLine, StatusChange } from "@/shared/api/types";
import { lines, order, orderItem, statusChange } from "@/shared/test/fixtures";
import { insertOrderLines, patchStatus } from "./statusPatch";

const copy = <T>(value: T): T => structuredClone(value);

/** The server's response after the change. */
function freshLines(before: OrderLine[], change: StatusChange): OrderLine[] {
  return before.map((line) => {
    if (line.orderId !== change.orderId) return line;
    const isIt = line.itemId === change.itemId;
    const { status, version, orderedAt, packedAt, shippedAt, deliveredAt, from, at } = change;
    return {
      ...line,
      currentStatus: change.currentStatus,
      ...(isIt && { status, version, orderedAt, packedAt, shippedAt, deliveredAt }),
      ...(isIt && { history: [...line.history, { status, from, at, version }] }),
    };
  });
}

const twoItems = order({ items: [orderItem(), orderItem({ id: 71, itemId: 71 })] });

describe("patchStatus", () => {
  it("makes the shopper's list equal to a fresh fetch", () => {
    const before = [...lines(order({ id: 41, items: [orderItem({ orderId: 41, itemId: 90 })] })), ...lines(twoItems)];
    const change = statusChange({ currentStatus: "ordered" });
    const cached = copy(before);
    patchStatus(cached, change);
    expect(cached).toEqual(freshLines(before, change));
  });

  it("makes a board page equal to a fresh fetch", () => {
    const page = {
      pages: [{ orders: [copy(twoItems)] }],
    };
    patchStatus(page, statusChange({ currentStatus: "ordered", changedBy: "Karthik Rao" }));
    const [first, second] = page.pages[0]?.orders[0]?.items ?? [];
    expect(first).toMatchObject({ status: "packed", version: 2, changedBy: "Karthik Rao" });
    expect(second).toEqual(twoItems.items[1]);
  });

  it("changes nothing when the change is as old as the row, or older", () => {
    const cached = lines();
    patchStatus(
      cached,
      statusChange({
        version: 3,
        status: "shipped",
        shippedAt: "2026-11-20T05:00:00.000Z",
        at: "2026-11-20T05:00:00.000Z",
      }),
    );
    patchStatus(cached, statusChange());
    const after = copy(cached);
    patchStatus(cached, statusChange());
    patchStatus(cached, statusChange({ version: 3, status: "ordered" }));
    expect(cached).toEqual(after);
    expect(cached[0]).toMatchObject({ status: "shipped", version: 3 });
  });

  it("inserts a late step of the history without resetting the row", () => {
    const cached = lines();
    patchStatus(
      cached,
      statusChange({ version: 3, from: "packed", status: "shipped", at: "2026-11-20T05:00:00.000Z" }),
    );
    patchStatus(cached, statusChange({ version: 2 }));
    expect(cached[0]?.status).toBe("shipped");
    expect(cached[0]?.history.map(({ version }) => version)).toEqual([1, 2, 3]);
  });

  it("takes the order's own status from the later of two changes", () => {
    const cached = copy(twoItems);
    const later = statusChange({
      itemId: 71,
      at: "2026-11-19T07:00:00.000Z",
      packedAt: "2026-11-19T07:00:00.000Z",
      currentStatus: "packed",
    });
    const earlier = statusChange({ currentStatus: "ordered" });
    patchStatus(cached, later);
    patchStatus(cached, earlier);
    expect(cached.currentStatus).toBe("packed");
    expect(cached.items.map(({ status }) => status)).toEqual(["packed", "packed"]);
  });

  const undo = statusChange({
    version: 3,
    from: "packed",
    status: "ordered",
    packedAt: null,
    currentStatus: "ordered",
    at: "2026-11-19T06:00:00.000Z",
    undoes: 2,
  });

  it("makes the shopper's list as it was before a change that is undone", () => {
    const cached = lines();
    patchStatus(cached, statusChange());
    expect(cached[0]?.history).toHaveLength(2);
    patchStatus(cached, undo);
    expect(cached).toEqual(lines().map((line) => ({ ...line, version: 3 })));
    // Applying a change to a list that already includes it has no effect.
    for (const change of [statusChange(), undo]) patchStatus(cached, change);
    expect(cached).toEqual(lines().map((line) => ({ ...line, version: 3 })));
  });

  it("keeps both steps for staff, marked, in whichever order they arrive", () => {
    const by = { changedBy: "Karthik Rao" };
    for (const changes of [
      [statusChange(by), { ...undo, ...by }],
      [{ ...undo, ...by }, statusChange(by)],
    ]) {
      const cached = { ...copy(twoItems), items: twoItems.items.map((item) => ({ ...copy(item), history: [] })) };
      for (const change of changes) patchStatus(cached, change);
      expect(cached.items[0]).toMatchObject({ status: "ordered", version: 3, packedAt: null });
      expect(cached.items[0]?.history).toMatchObject([
        { version: 2, undone: true, undoes: null },
        { version: 3, undone: false, undoes: 2 },
      ]);
    }
  });

  it("ignores the order's status of a change that was undone meanwhile", () => {
    const cached = lines();
    patchStatus(cached, undo);
    patchStatus(cached, statusChange());
    expect(cached[0]).toMatchObject({ currentStatus: "ordered", status: "ordered" });
  });

  it("leaves other orders and other data alone", () => {
    const other = lines(order({ id: 41, items: [orderItem({ orderId: 41, itemId: 91 })] }));
    for (const data of [null, undefined, "text", 4, [], { items: [] }, [{ id: 70 }], other]) {
      const cached = copy(data);
      patchStatus(cached, statusChange());
      expect(cached).toEqual(data);
    }
  });
});

describe("a placed order", () => {
  const newest: Order = order({ id: 50, items: [orderItem({ orderId: 50, itemId: 95 })] });

  it("becomes the lines that the shopper's list shows", () => {
    const cached = lines();
    insertOrderLines(cached, newest);
    insertOrderLines(cached, newest);
    expect(cached.map(({ itemId }) => itemId)).toEqual([95, 70]);
    expect(cached[0]).toMatchObject({ orderId: 50, itemTotalAmount: 92_533, orderTotalAmount: 92_533, version: 1 });
    expect(cached[0]?.history).toEqual([{ status: "ordered", from: null, at: "2026-11-18T12:42:00.000Z", version: 1 }]);
  });

  it("is inserted behind a newer order that arrived before it", () => {
    const cached = lines(newest);
    insertOrderLines(cached, order());
    expect(cached.map(({ orderId }) => orderId)).toEqual([50, 40]);
  });
});
