import { act, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openAdmin, serveOrders } from "@/app/admin/test/adminApp";
import { answer, refusal, server } from "@/shared/test/server";

const queue = {
  name: "mail",
  state: "fine",
  workers: 1,
  waiting: 0,
  failing: 0,
  oldest: 0,
  minutes: Array(60).fill(0),
  pausedBy: null as string | null,
  pausedAt: null as string | null,
  capacity: {
    sentence:
      "20 a minute at most, 40 with one more worker. Busy 5% of the last hour: one more would bring nothing now.",
    used: 0.05,
    now: 20,
    withOneMore: 40,
    clearsIn: 0,
    clearsInWithOneMore: 0,
  },
};
const consumer = { name: "mail_status", queue: "mail", done: 3412, failed: 2, waiting: 0, dead: 1, meanMs: 84 };
const worker = { name: "mail@vm 41 vm", kinds: ["mail"], state: "here", silent: 1.2, up: 273_600 };
const letter = {
  id: 88,
  consumer: "mail_status",
  queue: "mail",
  attempts: 8,
  deadAt: "2026-11-20T10:15:00.000Z",
  error: "SMTPRecipientsRefused: 452 mailbox full",
  said: "452 mailbox full",
  eventId: 7,
  position: 9,
  type: "order.status_changed",
  aggregate: "order:1044",
  occurredAt: "2026-11-20T10:10:00.000Z",
  payload: { status: "shipped" },
};

const history = {
  ...letter,
  progress: "dead",
  isPaused: false,
  dueAt: "2026-11-20T10:15:00.000Z",
  recordedAt: "2026-11-20T10:10:00.000Z",
  requestId: null,
  steps: [
    {
      outcome: "failed",
      beganAt: "2026-11-20T10:10:01.000Z",
      endedAt: "2026-11-20T10:10:03.000Z",
      worker: "process 41 on vm",
      actor: null,
      attempts: 8,
      error: letter.error,
      said: letter.said,
    },
  ],
};

const notice = {
  id: 3,
  problem: "unknown refund",
  linkId: "rfnd_1",
  paymentId: "pay_1",
  orderId: 1044,
  amount: 6500,
  at: "2026-11-20T10:15:00.000Z",
  seenAt: null as string | null,
  seenBy: null,
};

let standing = {};
let notices: (typeof notice)[] = [];
let letters: (typeof letter)[] = [];
const asked: { flag: string | null; body: unknown }[] = [];

const whole = (beside = {}) => ({
  at: "2026-11-20T10:44:07.000Z",
  level: "fine",
  headline: "Everything runs.",
  findings: [],
  sockets: { open: 37, shoppers: 30, admins: 1 },
  outbox: { waiting: 0, lag: 0 },
  canary: { ms: 22.4, p50: 20, p95: 31, ago: 4 },
  done: 3412,
  dead: letters.length,
  queues: [queue],
  consumers: [consumer],
  processes: [{ ...worker, size: 2, busy: 1, longest: 3, children: 2 }],
  ...beside,
});

beforeEach(() => {
  serveOrders([]);
  letters = [];
  notices = [];
  standing = whole();
  asked.length = 0;
  server.use(
    http.get("*/api/operations/", () => answer(structuredClone(standing))),
    http.get("*/api/operations/dead/", () => answer(structuredClone(letters))),
    http.get("*/api/payment/notices/", () => answer(structuredClone(notices))),
    http.post("*/api/payment/notices/", async ({ request }) => {
      asked.push({ flag: "seen", body: await request.json() });
      notices = notices.map((each) => ({ ...each, seenAt: "2026-11-20T10:20:00.000Z" }));
      return answer(notices[0]);
    }),
    http.get("*/api/operations/delivery/", () => answer(history)),
    http.post("*/api/operations/dead/", async ({ request }) => {
      asked.push({ flag: new URL(request.url).searchParams.get("flag"), body: await request.json() });
      letters = [];
      standing = whole();
      return answer({ ids: [88], left: 0 });
    }),
  );
});

afterEach(() => void vi.useRealTimers());

test("a healthy shop says that everything runs, with its figures", async () => {
  openAdmin("/admin/operations");
  expect(await screen.findByRole("heading", { name: "Everything runs." })).toBeInTheDocument();
  const figures = screen.getByLabelText("Figures");
  expect(within(figures).getByText("22 ms")).toBeInTheDocument();
  expect(within(figures).getByText("30 shoppers, 1 admin, 6 visitors")).toBeInTheDocument();
  expect(
    screen.getByRole("row", { name: /mail@vm 41, 3 processes mail 1 of 2, 3.0 s 1.2 s ago 3 d 4 h/ }),
  ).toBeVisible();
  expect(screen.getByRole("row", { name: /mail status mail 3,412 2 0 1 84 ms/ })).toBeVisible();
  expect(await screen.findByText(/^None\. What fails eight times/)).toBeInTheDocument();
});

test("a missing worker is reported without a reload, and announced once", async () => {
  openAdmin("/admin/operations");
  await screen.findByRole("heading", { name: "Everything runs." });
  const sentence = (age: number) =>
    `The mail worker has been gone for ${age} s. Mails wait, nothing is lost: 3 waiting.`;
  const finding = (age: number) => ({ level: "bad", sentence: sentence(age), advice: "Start one: celery" });
  standing = whole({ level: "bad", headline: sentence(7), findings: [finding(7)] });
  expect(await screen.findByRole("heading", { name: sentence(7) })).toBeInTheDocument();
  expect(screen.getByText("Start one: celery")).toBeInTheDocument();
  standing = whole({ level: "bad", headline: sentence(8), findings: [finding(8)] });
  expect(await screen.findByRole("heading", { name: sentence(8) })).toBeInTheDocument();
  expect(screen.getByText(sentence(7))).toHaveAttribute("role", "status");
});

test("odd news of payments stand there until someone has seen them", async () => {
  notices = [notice];
  const { person } = openAdmin("/admin/operations");
  const row = await screen.findByRole("row", { name: /unknown refund rfnd_1 pay_1 1044 ₹6,500.00/ });
  expect(within(row).getByRole("link", { name: "1044" })).toHaveAttribute("href", "/admin/orders/1044");
  await person.click(within(row).getByRole("button", { name: /^Mark as seen/ }));
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Odd news of payments" })).not.toBeInTheDocument());
  expect(asked).toEqual([{ flag: "seen", body: { id: 3 } }]);
});

test("odd news of payments that come later are shown without a reload", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  openAdmin("/admin/operations");
  await screen.findByRole("heading", { name: "Everything runs." });
  notices = [notice];
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(await screen.findByRole("row", { name: /unknown refund/ })).toBeInTheDocument();
});

test("a dead letter is read whole, retried, and leaves the list", async () => {
  letters = [letter];
  standing = whole({ level: "warn", headline: "1 delivery was given up." });
  const { person } = openAdmin("/admin/operations");
  const row = await screen.findByRole("row", { name: /mail status order.status_changed order 1044/ });
  await person.click(within(row).getByRole("button", { name: "452 mailbox full" }));
  const dialog = await screen.findByRole("dialog", { name: "Delivery 88" });
  expect(await within(dialog).findByText(/"status": "shipped"/)).toBeInTheDocument();
  expect(within(dialog).getByText("process 41 on vm, 2.0 s, 452 mailbox full")).toBeInTheDocument();
  await person.click(within(dialog).getByRole("button", { name: "Close" }));
  await person.click(within(row).getByRole("button", { name: "Retry delivery 88" }));
  expect(await screen.findByText("1 delivery will be tried again")).toBeInTheDocument();
  expect(asked).toEqual([{ flag: "retry", body: { ids: [88] } }]);
  await waitFor(() => expect(row).not.toBeInTheDocument());
  expect(screen.getByRole("heading", { name: "Dead letters" })).toHaveFocus();
});

test("dead letters of several pages, which a colleague resolves, leave the list without a reload", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  letters = Array.from({ length: 60 }, (_, at) => ({ ...letter, id: 160 - at }));
  standing = whole();
  let asked = 0;
  server.use(
    http.get("*/api/operations/dead/", () => {
      asked += 1;
      return answer(structuredClone(letters.slice(0, 50)), { nextCursor: letters.length > 50 ? "111" : null });
    }),
  );
  openAdmin("/admin/operations");
  await screen.findByText("The first 50 deliveries");
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(asked).toBe(1);
  letters = [];
  standing = whole();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(await screen.findByText(/^None\. What fails eight times/)).toBeInTheDocument();
});

test("dead letters that differ from their count are refetched after a pause, until they fit", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  letters = [letter];
  standing = whole({ dead: 2 });
  let asked = 0;
  server.use(
    http.get("*/api/operations/dead/", () => {
      asked += 1;
      return answer(structuredClone(letters));
    }),
  );
  openAdmin("/admin/operations");
  await screen.findByRole("row", { name: /mail status order.status_changed order 1044/ });
  asked = 0;
  await act(() => vi.advanceTimersByTimeAsync(800));
  expect(asked).toBe(0);
  await act(() => vi.advanceTimersByTimeAsync(400));
  await waitFor(() => expect(asked).toBe(1));
  letters = [letter, { ...letter, id: 89 }];
  await act(() => vi.advanceTimersByTimeAsync(1200));
  await waitFor(() => expect(screen.getAllByRole("row", { name: /mail status/ })).toHaveLength(2));
  const fitting = asked;
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(asked).toBe(fitting);
});

test("all dead of a kind are retried in batches until none is left", async () => {
  letters = [letter, { ...letter, id: 89 }];
  const welcome = { ...consumer, name: "mail_welcome", dead: 600 };
  standing = whole({ consumers: [consumer, welcome], dead: 601 });
  const lefts = [100, 0];
  server.use(
    http.post("*/api/operations/dead/", async ({ request }) => {
      asked.push({ flag: new URL(request.url).searchParams.get("flag"), body: await request.json() });
      return answer({
        ids: Array.from({ length: asked.length === 1 ? 500 : 100 }, (_, id) => id),
        left: lefts.shift(),
      });
    }),
  );
  const { person } = openAdmin("/admin/operations");
  await person.click(await screen.findByRole("button", { name: "Retry all of mail welcome" }));
  const question = await screen.findByRole("dialog", { name: "Try 600 deliveries of mail welcome again?" });
  await person.click(within(question).getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("600 deliveries will be tried again")).toBeInTheDocument();
  const batch = { flag: "retry", body: { consumer: "mail_welcome" } };
  expect(asked).toEqual([batch, batch]);
});

test("a queue is paused after a question, shows who did it, and is resumed", async () => {
  const paused = { ...queue, state: "paused", pausedBy: "Olga Operator", pausedAt: "2026-11-20T10:31:00.000Z" };
  server.use(
    http.post("*/api/operations/queue/", async ({ request }) => {
      asked.push({ flag: new URL(request.url).searchParams.get("flag"), body: await request.json() });
      standing = whole({ queues: [asked.length === 1 ? paused : queue] });
      return answer({ queue: "mail", isPaused: asked.length === 1 });
    }),
  );
  const { person } = openAdmin("/admin/operations");
  await person.click(await screen.findByRole("button", { name: "Pause mail" }));
  const question = await screen.findByRole("dialog", { name: "Pause the queue mail?" });
  expect(asked).toEqual([]);
  await person.click(within(question).getByRole("button", { name: "Pause" }));
  expect(await screen.findByText("4:01 pm, Olga Operator")).toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: "Resume mail" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Pause mail" })).toBeInTheDocument());
  expect(asked.map(({ flag }) => flag)).toEqual(["pause", "resume"]);
});

test("a queue says what one more worker would bring, and what waits the longest", async () => {
  const aggregate = "gold_rate:5";
  server.use(
    http.get("*/api/operations/waiting/", () =>
      answer([{ ...letter, aggregate, lastError: null, dueAt: letter.deadAt }]),
    ),
    http.get("*/api/operations/delivery/", () => answer({ ...history, aggregate })),
  );
  const { person } = openAdmin("/admin/operations");
  await person.click(await screen.findByRole("button", { name: "mail" }));
  const dialog = await screen.findByRole("dialog", { name: "Queue mail" });
  expect(within(dialog).getByText(/20 a minute at most, 40 with one more worker/)).toBeInTheDocument();
  expect(await within(dialog).findByRole("cell", { name: "gold rate 5" })).toBeInTheDocument();
  await person.click(within(dialog).getByRole("button", { name: "mail status 88" }));
  const delivery = await screen.findByRole("dialog", { name: "Delivery 88" });
  expect(await within(delivery).findByText(/of gold rate 5, number 7/)).toBeInTheDocument();
});

test("discarding asks first; a refusal stands at its row", async () => {
  letters = [letter];
  standing = whole();
  const refused = "None of these is dead any more: another one retried or discarded them.";
  server.use(http.post("*/api/operations/dead/", () => refusal(409, refused)));
  const { person } = openAdmin("/admin/operations");
  const discard = await screen.findByRole("button", { name: "Discard delivery 88" });
  await person.click(discard);
  const question = await screen.findByRole("dialog", { name: "Discard delivery 88 (mail status)?" });
  await person.click(within(question).getByRole("button", { name: /^Not now/ }));
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  await person.click(discard);
  await person.click(await screen.findByRole("button", { name: "Discard" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(refused);
});

test("a shop that does not answer at first says why and offers another try", async () => {
  server.use(http.get("*/api/operations/", () => refusal(503, "")));
  const { person } = openAdmin("/admin/operations");
  expect(await screen.findByRole("heading", { name: "Failed to load how the shop stands" })).toBeInTheDocument();
  server.use(http.get("*/api/operations/", () => answer(structuredClone(standing))));
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Everything runs." })).toBeInTheDocument();
});

test("without answers the page says so, and how old its data is", async () => {
  openAdmin("/admin/operations");
  await screen.findByRole("heading", { name: "Everything runs." });
  server.use(http.get("*/api/operations/", () => refusal(503, "")));
  expect(await screen.findByRole("heading", { name: /^The shop has not answered for \d/ })).toBeInTheDocument();
  expect(screen.getByText(/as of 4:14:07/)).toBeInTheDocument();
});
