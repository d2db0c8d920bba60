import { isDraft, original } from "@reduxjs/toolkit";
import {
  allStatuses,
  type HuidsChange,
  type Order,
  type OrderItem,
  type OrderLine,
  type OrderStatus,
  type ShipmentChange,
  type StatusChange,
  type StatusHistory,
  type StatusTimes,
} from "@/shared/api/types";

// Pure functions on plain data or Immer drafts. They find the item in any list, page or detail. They search the plain
// data under a draft, since drafting thousands of rows takes longer than a frame.

type Row = StatusTimes & Pick<OrderLine, "orderId" | "itemId" | "status" | "version"> & Partial<OrderLine & OrderItem>;

/**
 * Applies the change to every row of the item in `data`. A row with this version or a later one keeps its status and
 * times; only a missing history entry is added.
 */
export function patchStatus(data: unknown, change: StatusChange) {
  const rows = collect(data, (value): value is Row => isRow(value) && value.orderId === change.orderId);
  const orders = collect(data, (value): value is Order => isOrder(value) && value.id === change.orderId);
  // Two items of an order may change at about the same time: the order's own status comes from the later change. For
  // the changed item itself compare versions, since an undo restores older times.
  const isLatest = rows.every((row) =>
    row.itemId === change.itemId ? row.version <= change.version : lastChangedAt(row) <= change.at,
  );
  for (const row of rows) if (row.itemId === change.itemId) patchRow(row, change);
  if (!isLatest) return;
  for (const holder of [...rows, ...orders]) {
    if ("currentStatus" in holder) holder.currentStatus = change.currentStatus;
  }
}

function patchRow(row: Row, change: StatusChange) {
  if (row.history) addToHistory(row.history, change);
  if (change.version <= row.version) return;
  row.status = change.status;
  row.version = change.version;
  for (const status of allStatuses) row[statusTimeKey(status)] = change[statusTimeKey(status)];
  if ("changedBy" in row && change.changedBy !== undefined) row.changedBy = change.changedBy;
}

function addToHistory(history: StatusHistory[], change: StatusChange) {
  if (history.some((line) => line.version === change.version)) return;
  const { status, from, at, version, changedBy, undoes, reason, weights } = change;
  const line: StatusHistory = { status, from, at, version, ...(reason && { reason }) };
  const isForStaff = changedBy !== undefined;
  const undone = history.findIndex((existing) => existing.version === undoes);
  if (isForStaff) {
    line.changedBy = changedBy;
    if (weights) line.weights = weights;
    line.undoes = undoes ?? null;
    line.undone = history.some((existing) => existing.undoes === version);
    const step = history[undone];
    if (step) step.undone = true;
  } else if (undoes) {
    // A shopper's history contains neither an undone change nor its undo.
    if (undone !== -1) history.splice(undone, 1);
    return;
  }
  const later = history.findIndex((existing) => existing.version > version);
  history.splice(later === -1 ? history.length : later, 0, line);
}

/** Applies the HUIDs of an item to every row of it in `data`. A row with this version or a later one keeps its own. */
export function patchHuids(data: unknown, { itemId, huids, huidsVersion }: HuidsChange) {
  for (const row of collect(data, (value): value is Row => isRow(value) && value.itemId === itemId)) {
    if ((row.huidsVersion ?? 1) < huidsVersion) Object.assign(row, { huids, huidsVersion });
  }
}

/** Applies courier and tracking number of an item to every row of it that has an earlier version. */
export function patchShipment(data: unknown, change: ShipmentChange) {
  const { itemId, courier, trackingNumber, trackingUrl, shipmentVersion } = change;
  for (const row of collect(data, (value): value is Row => isRow(value) && value.itemId === itemId)) {
    if ((row.shipmentVersion ?? 1) < shipmentVersion)
      Object.assign(row, { courier, trackingNumber, trackingUrl, shipmentVersion });
  }
}

/** Inserts a placed order into a shopper's list, sorted newest first, once. */
export function insertOrderLines(lines: OrderLine[], order: Order) {
  if (lines.some((line) => line.orderId === order.id)) return;
  const older = lines.findIndex((line) => line.orderId < order.id);
  lines.splice(older === -1 ? lines.length : older, 0, ...orderLines(order));
}

/** The lines of an order in the shopper's list. */
export function orderLines(order: Order): OrderLine[] {
  return order.items.map(({ id: _id, totalAmount, changedBy: _changedBy, history, ...item }) => ({
    ...item,
    orderId: order.id,
    // An event of an earlier version has neither stones nor a hallmark.
    grossWeight: item.grossWeight ?? null,
    stones: item.stones ?? [],
    stoneCharge: item.stoneCharge ?? 0,
    hallmark: item.hallmark ?? null,
    huids: item.huids ?? [],
    huidsVersion: item.huidsVersion ?? 1,
    courier: item.courier ?? null,
    trackingNumber: item.trackingNumber ?? null,
    trackingUrl: item.trackingUrl ?? null,
    shipmentVersion: item.shipmentVersion ?? 1,
    currentStatus: order.currentStatus,
    statusText: order.statusText ?? null,
    itemTotalAmount: totalAmount,
    orderTotalAmount: order.totalAmount,
    totalQuantity: order.totalQuantity,
    orderedDate: order.orderedDate,
    deliveryFrom: order.deliveryFrom ?? null,
    deliveryDate: order.deliveryDate,
    address: order.address,
    gift: order.gift ?? null,
    payment: order.payment,
    history: history ?? [
      { status: item.status, from: null, at: item.orderedAt ?? order.orderedDate ?? "", version: item.version },
    ],
    isReviewed: false,
  }));
}

export const statusTimeKey = (status: OrderStatus) => `${status}At` as const;

function lastChangedAt(row: StatusTimes): string {
  return allStatuses.reduce((latest, status) => {
    const at = row[statusTimeKey(status)] ?? "";
    return at > latest ? at : latest;
  }, "");
}

function isRow(value: object): value is Row {
  return "itemId" in value && "orderId" in value && "version" in value && "status" in value;
}

function isOrder(value: object): value is Order {
  return "items" in value && "customerId" in value && "currentStatus" in value;
}

// The containers of responses and infinite queries; other fields are not searched.
const containers = ["items", "orders", "order", "lines", "rows", "pages", "data"] as const;

type Path = (string | number)[];

function collect<T extends object>(data: unknown, is: (value: object) => value is T): T[] {
  return pathsTo(isDraft(data) ? original(data) : data, is).map(
    (path) => path.reduce((value, key) => (value as Record<string | number, unknown>)[key], data) as T,
  );
}

function pathsTo(data: unknown, is: (value: object) => boolean, path: Path = [], found: Path[] = []): Path[] {
  if (Array.isArray(data)) {
    for (const [index, entry] of data.entries()) pathsTo(entry, is, [...path, index], found);
  } else if (typeof data === "object" && data !== null) {
    if (is(data)) found.push(path);
    for (const key of containers) {
      if (key in data) pathsTo((data as Record<string, unknown>)[key], is, [...path, key], found);
    }
  }
  return found;
}
