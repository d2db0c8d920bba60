import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { openAdmin, serveOrders } from "@/app/admin/test/adminApp";
import { cameLive, connectionLost } from "@/shared/connection/connectionSlice";
import { server } from "@/shared/test/server";
import type { Incident } from "./incidentsSlice";

const mails: Incident = {
  key: "mail server",
  level: "bad",
  sentence: "The mail server takes no mails. They are tried again by themselves: 12 waiting.",
  since: "2026-11-20T05:10:00.000Z",
};
const dead: Incident = { key: "dead", level: "warn", sentence: "1 delivery was given up.", since: null };

beforeEach(() => serveOrders([]));

async function open() {
  const opened = openAdmin("/admin/order-management");
  await screen.findByRole("navigation", { name: "Admin" }).catch(() => undefined);
  act(() => void opened.store.dispatch(cameLive(Date.now())));
  return { ...opened, tell: (troubles: Incident[]) => opened.arrive("shop.troubles", troubles) };
}

test("what is wrong stands on every page, the worst first, with since when and the way to Operations", async () => {
  const { tell, container } = await open();
  expect(container.querySelector(".trouble")).toBeNull();
  tell([mails, dead]);
  const line = container.querySelector<HTMLElement>(".trouble.bad");
  expect(line).toHaveTextContent(`${mails.sentence} And 1 more.`);
  expect(line).toHaveTextContent("since 10:40 am");
  expect(within(line as HTMLElement).getByRole("link", { name: "Open Operations" })).toHaveAttribute(
    "href",
    "/admin/operations",
  );
});

test("an incident is announced once and disappears by itself", async () => {
  const { tell, container } = await open();
  tell([mails]);
  tell([{ ...mails, sentence: mails.sentence.replace("12", "13") }]);
  expect(container.querySelector(".trouble")).toHaveTextContent("13 waiting");
  expect(screen.getByText(mails.sentence)).toHaveAttribute("role", "status");
  tell([]);
  expect(container.querySelector(".trouble")).toBeNull();
  expect(screen.getByText("Everything runs again.")).toHaveAttribute("role", "status");
});

test("a first report without incidents announces nothing", async () => {
  const { tell, container } = await open();
  tell([]);
  expect(container.querySelector(".trouble")).toBeNull();
  expect(screen.queryByText("Everything runs again.")).not.toBeInTheDocument();
});

test("without the socket it polls the public health check, without cookies", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sentence = "The realtime process has been gone for 9 s. Open pages say that they are not live.";
  server.use(
    http.get("*/api/health", () =>
      HttpResponse.json({ data: { status: "incomplete", troubles: [sentence] } }, { status: 503 }),
    ),
  );
  const fetched = vi.spyOn(window, "fetch");
  const { store, container } = await open();
  act(() => void store.dispatch(connectionLost({ state: "reconnecting", asOf: Date.now() })));
  await act(() => vi.advanceTimersByTimeAsync(4500));
  await waitFor(() => expect(container.querySelector(".trouble.bad")).toHaveTextContent(sentence));
  expect(fetched).toHaveBeenCalledWith("/api/health", expect.objectContaining({ credentials: "omit" }));
  vi.useRealTimers();
});

test("a poll that gets no answer ends before the next one", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const polls: AbortSignal[] = [];
  server.use(
    http.get("*/api/health", ({ request }) => {
      polls.push(request.signal);
      return new Promise<never>(() => undefined);
    }),
  );
  const { store } = await open();
  act(() => void store.dispatch(connectionLost({ state: "reconnecting", asOf: Date.now() })));
  await act(() => vi.advanceTimersByTimeAsync(9000));
  await waitFor(() => expect(polls.length).toBeGreaterThan(1));
  const [last, ...earlier] = polls.reverse();
  expect(last?.aborted).toBe(false);
  expect(earlier.every(({ aborted }) => aborted)).toBe(true);
  vi.useRealTimers();
});
