import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { openAdmin, serveOrders } from "@/app/admin/test/adminApp";
import { dayOf } from "@/shared/format";
import { answer, refusal, server } from "@/shared/test/server";

const rates = [
  { id: 2, r22kRate: 11_852, r24kRate: 12_930, date: "2026-11-20" },
  { id: 1, r22kRate: 11_871, r24kRate: 12_950, date: "2026-11-19" },
];
const effect = {
  takesForce: true,
  effectiveFrom: null,
  rateBefore: 11_852,
  rateAfter: 11_952,
  summary: "At once, 22k goes from ₹11,852.00 to ₹11,952.00 a gram: 27 products change their price.",
  products: 27,
  meanChange: 640,
  meanChangePercent: 0.4,
  openCarts: 3,
  change: 0.84,
  needsConfirm: false,
  previous: rates[0],
};

beforeEach(() => {
  serveOrders([]);
  window.confirm = vi.fn(() => true);
});

function rateShop(foreseen: object = effect) {
  const sent: { dry: boolean; id: string | null; body: Record<string, unknown> }[] = [];
  server.use(
    http.get("*/api/goldrate/", () => answer(rates)),
    http.post("*/api/goldrate/", async ({ request }) => {
      const query = new URL(request.url).searchParams;
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ dry: query.has("dryRun"), id: query.get("id"), body });
      return answer(query.has("dryRun") ? { ...foreseen } : { id: 3, ...body });
    }),
  );
  return sent;
}

async function enter(person: ReturnType<typeof openAdmin>["person"], r22k: string, r24k: string) {
  await person.click(await screen.findByRole("button", { name: "Add Gold Rate" }));
  const form = await screen.findByRole("dialog", { name: "Add Gold Rate" });
  await person.type(within(form).getByLabelText("22k rate"), r22k);
  await person.type(within(form).getByLabelText("24k rate"), r24k);
  return form;
}

test("the list shows each day's rates, and the chart has its figures as a table", async () => {
  rateShop();
  openAdmin("/admin/gold-rate");
  const list = await screen.findByRole("table", { name: "Gold Rate" });
  expect(within(list).getByRole("row", { name: /20 Nov 2026 ₹11,852.00 ₹12,930.00/ })).toBeInTheDocument();
  expect(await screen.findByRole("region", { name: "Gold rate, 30 days" })).toBeInTheDocument();
});

test("today's rate is not called scheduled before it is known which rate is in force", async () => {
  rateShop();
  const today = { ...rates[0], id: 3, date: dayOf(Date.now()) };
  server.use(
    http.get("*/api/goldrate/", ({ request }) =>
      new URL(request.url).searchParams.get("limit") === "60" ? refusal(404, "Not now.") : answer([today]),
    ),
  );
  openAdmin("/admin/gold-rate");
  const list = await screen.findByRole("table", { name: "Gold Rate" });
  expect(within(list).queryByText(/Scheduled/)).not.toBeInTheDocument();
});

test("a rate is understood as the portal writes it", async () => {
  const sent = rateShop();
  const { person } = openAdmin("/admin/gold-rate");
  const form = await enter(person, "₹11,952.00", "13,039.5");
  await person.click(within(form).getByRole("button", { name: "See what changes" }));
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ r22kRate: 11_952, r24kRate: 13_039.5 }));
});

test("what a rate changes is shown before it can be saved", async () => {
  const sent = rateShop();
  const { person } = openAdmin("/admin/gold-rate");
  const form = await enter(person, "11952", "13039.5");
  await person.click(within(form).getByRole("button", { name: "See what changes" }));
  const changes = await within(form).findByRole("region", { name: "What changes" });
  expect(changes).toHaveTextContent(effect.summary);
  expect(changes).toHaveTextContent("Products repriced27");
  expect(changes).toHaveTextContent("+₹640.00 (0.4 %)");
  expect(sent.map(({ dry }) => dry)).toEqual([true]);

  await person.click(await within(form).findByRole("button", { name: "Save Gold Rate" }));
  expect(await screen.findByText("Gold rate added")).toBeInTheDocument();
  expect(sent.at(-1)).toMatchObject({
    dry: false,
    id: null,
    body: { r22kRate: 11_952, r24kRate: 13_039.5, confirm: false },
  });
});

test("a fall has the same sign before rupees and percent", async () => {
  rateShop({ ...effect, meanChange: -640, meanChangePercent: -0.4 });
  const { person } = openAdmin("/admin/gold-rate");
  const form = await enter(person, "11752", "12820");
  await person.click(within(form).getByRole("button", { name: "See what changes" }));
  const changes = await within(form).findByRole("region", { name: "What changes" });
  expect(changes).toHaveTextContent("−₹640.00 (−0.4 %)");
});

test("other figures must be looked at again", async () => {
  rateShop();
  const { person } = openAdmin("/admin/gold-rate");
  const form = await enter(person, "11952", "13039");
  await person.click(within(form).getByRole("button", { name: "See what changes" }));
  await within(form).findByRole("button", { name: "Save Gold Rate" });
  await person.type(within(form).getByLabelText("22k rate"), "1");
  expect(await within(form).findByRole("button", { name: "See what changes" })).toBeInTheDocument();
});

test("a rate that a colleague changed meanwhile is shown before it is overwritten", async () => {
  const sent = rateShop();
  const { person, arrive } = openAdmin("/admin/gold-rate");
  await person.click(await screen.findByRole("button", { name: "Edit the rate of 20 Nov 2026" }));
  const form = await screen.findByRole("dialog", { name: "Edit Gold Rate" });
  const rate = within(form).getByLabelText("22k rate");
  await person.clear(rate);
  await person.type(rate, "11900");
  server.use(http.get("*/api/goldrate/", () => answer([{ ...rates[0], r22kRate: 11_880, r24kRate: 12_960 }])));
  arrive("gold_rate.changed", { action: "updated" });
  await waitFor(() => expect(within(form).getByLabelText("24k rate")).toHaveValue("12960"));
  await person.click(within(form).getByRole("button", { name: "See what changes" }));
  await waitFor(() => expect(rate).toHaveAccessibleDescription("Changed to 11880 meanwhile."));
  expect(sent).toEqual([]);
  await person.click(within(form).getByRole("button", { name: "See what changes" }));
  await person.click(await within(form).findByRole("button", { name: "Save Gold Rate" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toMatchObject({ r22kRate: 11_900, seen: { r22kRate: "11880", r24kRate: "12960" } });
});

test("above 5 % it asks a second time", async () => {
  const sent = rateShop({ ...effect, change: 12.4, needsConfirm: true });
  const { person } = openAdmin("/admin/gold-rate");
  const form = await enter(person, "13321", "14533");
  await person.click(within(form).getByRole("button", { name: "See what changes" }));
  await person.click(await within(form).findByRole("button", { name: "Save Gold Rate" }));
  expect(await within(form).findByRole("alert")).toHaveTextContent("12.4 % above");
  expect(sent).toHaveLength(1);
  await person.click(await within(form).findByRole("button", { name: "Yes, save this rate" }));
  await waitFor(() => expect(sent.at(-1)?.body.confirm).toBe(true));
});

test.each([
  [
    "a double click",
    async (form: HTMLElement) => {
      await userEvent.dblClick(within(form).getByRole("button", { name: "See what changes" }));
    },
  ],
  [
    "Enter held down",
    async (form: HTMLElement) => {
      within(form).getByLabelText("24k rate").focus();
      await userEvent.keyboard("{Enter>100/}", { delay: 10 });
    },
  ],
])("%s takes one step", async (_, press) => {
  const sent = rateShop({ ...effect, change: 12.4, needsConfirm: true });
  const { person } = openAdmin("/admin/gold-rate");
  const form = await enter(person, "13321", "14533");
  await press(form);
  await within(form).findByRole("region", { name: "What changes" });
  expect(await within(form).findByRole("button", { name: "Save Gold Rate" })).toBeInTheDocument();
  await userEvent.dblClick(within(form).getByRole("button", { name: "Save Gold Rate" }));
  expect(await within(form).findByRole("button", { name: "Yes, save this rate" })).toBeInTheDocument();
  expect(sent.map(({ dry }) => dry)).toEqual([true]);
});

test("swapped rates are reported before anything is sent", async () => {
  const sent = rateShop();
  const { person } = openAdmin("/admin/gold-rate");
  const form = await enter(person, "13039", "11952");
  await person.click(within(form).getByRole("button", { name: "See what changes" }));
  expect(await within(form).findByText(/^The 24k rate cannot be below the 22k rate/)).toBeInTheDocument();
  expect(within(form).getByLabelText("24k rate")).toHaveFocus();
  expect(sent).toEqual([]);
  // Editing either field clears the error.
  await person.clear(within(form).getByLabelText("22k rate"));
  await person.type(within(form).getByLabelText("22k rate"), "10952");
  await person.click(within(form).getByRole("button", { name: "See what changes" }));
  expect(await within(form).findByRole("region", { name: "What changes" })).toBeInTheDocument();
});

test("all three fields are required, and a refusal stands at its field", async () => {
  rateShop();
  const { person } = openAdmin("/admin/gold-rate");
  await person.click(await screen.findByRole("button", { name: "Add Gold Rate" }));
  const form = await screen.findByRole("dialog", { name: "Add Gold Rate" });
  await person.click(within(form).getByRole("button", { name: "See what changes" }));
  expect(await within(form).findByText("22k rate is required")).toBeInTheDocument();
  expect(within(form).getByLabelText("22k rate")).toHaveFocus();

  const sentence = "There is a gold rate of 2026-11-20 already. Change that one instead.";
  server.use(http.post("*/api/goldrate/", () => refusal(409, sentence, { errors: { date: sentence } })));
  await person.type(within(form).getByLabelText("22k rate"), "11900");
  await person.type(within(form).getByLabelText("24k rate"), "12980");
  await person.click(within(form).getByRole("button", { name: "See what changes" }));
  expect(await within(form).findAllByText(sentence)).toHaveLength(2);
  expect(screen.getByText("Failed to save gold rate")).toBeInTheDocument();
});

test("closing asks only where input would be lost", async () => {
  rateShop();
  const { person } = openAdmin("/admin/gold-rate");
  await enter(person, "1", "2");
  await person.keyboard("{Escape}");
  const question = await screen.findByRole("dialog", { name: "Close without saving?" });
  await person.keyboard("{Escape}");
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(screen.getByRole("dialog")).toBeInTheDocument();
  await person.keyboard("{Escape}");
  await person.click(
    within(await screen.findByRole("dialog", { name: "Close without saving?" })).getByRole("button", {
      name: "Discard",
    }),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

test("a refused deletion says why at its row; a cancelled one says so", async () => {
  rateShop();
  const sentence = "The catalogue is priced by this gold rate alone. Enter another one before you take it away.";
  server.use(http.delete("*/api/goldrate/", () => refusal(409, sentence)));
  const { person } = openAdmin("/admin/gold-rate");
  await person.click(await screen.findByRole("button", { name: "Delete the rate of 20 Nov 2026" }));
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.getByText("Failed to delete gold rate")).toBeInTheDocument();

  server.use(http.delete("*/api/goldrate/", () => answer({ ...effect, summary: "It prices nothing today." })));
  vi.mocked(window.confirm).mockReturnValue(false);
  await person.click(screen.getByRole("button", { name: "Delete the rate of 19 Nov 2026" }));
  expect(await screen.findByText("Deletion cancelled")).toBeInTheDocument();
});

test("a list that cannot be loaded says so and tries again", async () => {
  server.use(http.get("*/api/goldrate/", () => refusal(503, "")));
  const { person } = openAdmin("/admin/gold-rate");
  expect(await screen.findByRole("heading", { name: "Failed to load gold rates" })).toBeInTheDocument();
  rateShop();
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("table", { name: "Gold Rate" })).toBeInTheDocument();
});

test("invalid rates are marked at their fields, without the API's field names", async () => {
  rateShop();
  const most = "must be at most 9999999.99";
  server.use(
    http.post("*/api/goldrate/", () =>
      refusal(422, "Please check: r22kRate, r24kRate.", { errors: { r22kRate: most, r24kRate: most } }),
    ),
  );
  const { person } = openAdmin("/admin/gold-rate");
  const form = await enter(person, "99999999999", "99999999999");
  await person.click(within(form).getByRole("button", { name: "See what changes" }));
  expect(await within(form).findByText("Please check what is marked.")).toBeInTheDocument();
  expect(within(form).getByLabelText("22k rate")).toHaveAccessibleDescription("Must be at most 9999999.99");
  expect(within(form).queryByText(/r22kRate/)).not.toBeInTheDocument();
});

test("the confirmation of a deletion shows its effect, also of a large change", async () => {
  rateShop();
  const sent: URLSearchParams[] = [];
  const summary = "The rate of 19 Nov 2026 is in force again at once, 22k goes from ₹11,852.00 to ₹9,871.00 a gram.";
  server.use(
    http.delete("*/api/goldrate/", ({ request }) => {
      const query = new URL(request.url).searchParams;
      sent.push(query);
      return answer(query.has("dryRun") ? { ...effect, summary, change: -16.7, needsConfirm: true } : null);
    }),
  );
  const { person } = openAdmin("/admin/gold-rate");
  await person.click(await screen.findByRole("button", { name: "Delete the rate of 20 Nov 2026" }));
  expect(await screen.findByText("Gold rate deleted")).toBeInTheDocument();
  const question = vi.mocked(window.confirm).mock.lastCall?.[0];
  expect(question).toContain("Delete the gold rate of 20 Nov 2026?");
  expect(question).toContain(summary);
  expect(question).toContain("3 open carts hold such a product.");
  expect(question).toContain("That is a move of 16.7\u00a0%. Is it right?");
  expect(sent.map((query) => query.get("confirm"))).toEqual([null, "true"]);
});

test("a scheduled rate is marked in the sidebar and in the list, where it can be cancelled", async () => {
  rateShop();
  const planned = { id: 3, r22kRate: 11_990, r24kRate: 13_080, date: "2099-11-24" };
  server.use(
    http.get("*/api/goldrate/", () => answer([planned, ...rates])),
    http.delete("*/api/goldrate/", ({ request }) =>
      answer(new URL(request.url).searchParams.has("dryRun") ? { ...effect, openCarts: 0 } : null),
    ),
  );
  const { person } = openAdmin("/admin/gold-rate");
  const gold = await screen.findByRole("region", { name: "Gold rate" });
  expect(gold).toHaveTextContent("Gold today20 Nov22k₹11,852.00");
  expect(gold).toHaveTextContent("from 24 Nov:scheduled22k₹11,990.00");
  const list = await screen.findByRole("table", { name: "Gold Rate" });
  const row = within(list).getByRole("row", { name: /Takes effect|takes effect at midnight, as 24 Nov 2099 begins/ });
  expect(await within(list).findByRole("row", { name: /20 Nov 2026 .* In force/ })).toBeInTheDocument();
  await person.click(within(row).getByRole("button", { name: "Cancel it, the rate of 24 Nov 2099" }));
  expect(await screen.findByText("Gold rate deleted")).toBeInTheDocument();
});
