import { act, screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeStore } from "@/app/store";
import type { ParcelOut, TrackedOrderOut } from "@/shared/api/schema";
import type { SocketOptions } from "@/shared/connection/socket";
import { dayMonth, dayOf } from "@/shared/format";
import { startClock } from "@/shared/test/clock";
import { latch } from "@/shared/test/latch";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { TrackPage } from "./TrackPage";

type Listener = (...args: unknown[]) => void;

/** Replaces the socket library: the test acts as the server. */
const socket = vi.hoisted(() => ({
  listeners: new Map<string, Listener>(),
  active: true,
  sent: undefined as object | undefined,
  connect: vi.fn(),
  disconnect: vi.fn(),
  on(name: string, listener: Listener) {
    this.listeners.set(name, listener);
  },
}));
vi.mock("socket.io-client", () => ({
  io: ({ auth }: SocketOptions) => {
    socket.connect.mockImplementation(() => auth((data) => (socket.sent = data)));
    return socket;
  },
}));

const arrive = (name: string, ...args: unknown[]) => act(() => socket.listeners.get(name)?.(...args));

let refused: number | undefined;
let tracked: TrackedOrderOut;
let read: number;
beforeEach(() => {
  refused = undefined;
  tracked = { orderId: 40, deliveryFrom: null, deliveryDate: null, parcels: [] };
  read = 0;
  socket.active = true;
  server.use(
    http.get("*/api/track/", () => {
      read += 1;
      if (refused) return refusal(refused, "Not now.");
      return answer(tracked);
    }),
  );
});
afterEach(() => {
  socket.listeners.clear();
  vi.clearAllMocks();
});

async function follow() {
  const view = renderWith(
    makeStore("customer"),
    <Routes>
      <Route path="/track/:token" element={<TrackPage notFound={<h1>No such page</h1>} />} />
    </Routes>,
    "/track/abc",
  );
  await waitFor(() => expect(socket.listeners.has("caught_up")).toBe(true));
  arrive("caught_up");
  expect(await screen.findByText("Live")).toBeInTheDocument();
  expect(socket.sent).toEqual({ track: "abc" });
  socket.connect.mockClear();
  return view;
}
const rest = () => new Promise((resolve) => setTimeout(resolve, 600));

it.each([undefined, 503])(
  "follows again after the server disconnected it, also if the refetch gets %s",
  async (status) => {
    await follow();
    refused = status;
    arrive("disconnect", "io server disconnect");
    expect(screen.getByText("Connecting")).toBeInTheDocument();
    await waitFor(() => expect(socket.connect).toHaveBeenCalledTimes(1));
    socket.active = false;
    arrive("connect_error", new Error("refused"));
    await waitFor(() => expect(socket.connect).toHaveBeenCalledTimes(2));
    refused = undefined;
    arrive("caught_up");
    expect(await screen.findByText("Live")).toBeInTheDocument();
  },
);

it("leaves it to Socket.IO to reconnect after the connection failed", async () => {
  await follow();
  arrive("disconnect", "transport close");
  await rest();
  expect(socket.connect).not.toHaveBeenCalled();
});

it("does not follow a link that has ended", async () => {
  await follow();
  refused = 404;
  arrive("disconnect", "io server disconnect");
  expect(await screen.findByText("No such page")).toBeInTheDocument();
  await rest();
  expect(socket.connect).not.toHaveBeenCalled();
});

it("reads again what changes while an answer is under way", async () => {
  await follow();
  await waitFor(() => expect(read).toBe(2));
  const { opened, open } = latch();
  server.use(
    http.get("*/api/track/", async () => {
      const before = structuredClone(tracked);
      read += 1;
      if (read === 3) await opened;
      return answer(before);
    }),
  );
  arrive("tracking.changed");
  await waitFor(() => expect(read).toBe(3));
  tracked = { ...tracked, parcels: [{ status: "shipped", pieces: 1 } as ParcelOut] };
  arrive("tracking.changed");
  arrive("caught_up");
  open();
  expect(await screen.findByRole("heading", { name: "Your parcel is on its way" })).toBeInTheDocument();
  await rest();
  expect(read).toBe(4);
});

it("says in a region that stands on the page how the parcel's status changes", async () => {
  tracked = { ...tracked, parcels: [{ status: "ordered", pieces: 1 } as ParcelOut] };
  await follow();
  const region = (await screen.findByRole("heading", { name: "We have your order" })).closest("[role=status]");
  tracked = { ...tracked, parcels: [{ status: "shipped", pieces: 1 } as ParcelOut] };
  arrive("tracking.changed");
  await waitFor(() => expect(region).toHaveTextContent("Your parcel is on its way"));
});

it("names no day any more, while the page stays open, when the last one is over", async () => {
  const moveTo = startClock("2026-11-27T18:00:00.000Z");
  const parcel = { status: "packed", pieces: 1, orderedAt: "2026-11-18T05:00:00.000Z" } as ParcelOut;
  tracked = { ...tracked, deliveryDate: "2026-11-27", parcels: [parcel] };
  await follow();
  expect(screen.getByText(/^Expected/)).toBeInTheDocument();
  moveTo("2026-11-27T19:00:00.000Z");
  expect(screen.queryByText(/^Expected/)).not.toBeInTheDocument();
});

it("does not follow once the page is left", async () => {
  const { unmount } = await follow();
  const before = read;
  arrive("disconnect", "io server disconnect");
  await waitFor(() => expect(read).toBeGreaterThan(before));
  unmount();
  await rest();
  expect(socket.connect).not.toHaveBeenCalled();
  expect(socket.disconnect).toHaveBeenCalled();
});

it("promises the days of delivery until the last one is over in India", async () => {
  const parcel = { status: "packed", pieces: 1, orderedAt: "2026-11-18T05:00:00.000Z" } as ParcelOut;
  tracked = { ...tracked, deliveryDate: dayOf(Date.now()), parcels: [parcel] };
  await follow();
  expect(screen.getByText(/^Expected/)).toBeInTheDocument();
  const [packed, delivered] = ["Packed", "Delivered"].map((status) => screen.getByText(status).parentElement);
  expect(delivered).toHaveTextContent(`Delivered${dayMonth(tracked.deliveryDate)}`);
  expect(packed).toHaveTextContent(/^Packed$/);
  tracked = { ...tracked, deliveryDate: dayOf(Date.now() - 24 * 3_600_000) };
  arrive("caught_up");
  await waitFor(() => expect(screen.queryByText(/^Expected/)).not.toBeInTheDocument());
  expect(screen.getByText("Delivered").parentElement).toHaveTextContent(/^Delivered$/);
});
