import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { openAdmin, serveOrders } from "@/app/admin/test/adminApp";
import { answer, refusal, server } from "@/shared/test/server";

const startedAt = "2026-11-21T09:30:00.000Z";
const foreseen = {
  id: 7,
  partialId: null,
  fileName: "stock.csv",
  rows: 5,
  created: 2,
  updated: 1,
  unchanged: 2,
  badRows: 0,
  problemCount: 0,
  problems: [],
  noteCount: 0,
  notes: [],
  changes: [
    { row: 2, code: "RG-1", name: "Ring", outcome: "created", columns: [] },
    { row: 4, code: "RG-2", name: "Ring", outcome: "updated", columns: ["Discount", "Weight"] },
  ],
  before: null,
};
const running = {
  id: 7,
  fileName: "stock.csv",
  adminName: "Karthik Rao",
  status: "running",
  checkedAt: startedAt,
  startedAt,
  finishedAt: null,
  rows: 5,
  toDo: 3,
  leftOut: 0,
  done: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  stopped: false,
  problems: [] as { row: number; column: string; message: string }[],
};
const path = "/admin/product/import";
let kept: typeof running | undefined;
let started: (string | null)[];

beforeEach(() => {
  serveOrders([]);
  kept = undefined;
  started = [];
  server.use(
    http.get("*/api/product/import/", ({ request }) => {
      const asked = new URL(request.url).searchParams.get("id");
      return answer(asked ? (kept ?? running) : kept ? [kept] : []);
    }),
    http.post("*/api/product/import/", ({ request }) => {
      const id = new URL(request.url).searchParams.get("id");
      if (!id) return answer(foreseen);
      started.push(id);
      kept = running;
      return answer(running);
    }),
  );
});

async function choose() {
  const portal = openAdmin(path);
  const file = new File(["Code\nRG-1"], "stock.csv", { type: "text/csv" });
  await portal.person.upload(await screen.findByLabelText("CSV file of products"), file);
  return portal;
}

test("a file is looked through, begun once, and followed live to its end", async () => {
  const { person, arrive } = await choose();
  const told = await screen.findByRole("region", { name: "What the import does" });
  expect(within(told).getByText("New").nextSibling).toHaveTextContent("2");
  expect(within(told).getByRole("row", { name: "4 RG-2 Discount, Weight", hidden: true })).toBeInTheDocument();
  expect(started).toEqual([]);
  await person.click(within(told).getByRole("button", { name: "Import 3 rows" }));
  const shown = await screen.findByRole("region", { name: "Import" });
  expect(await within(shown).findByText("0 of 3 rows")).toBeInTheDocument();
  expect(started).toEqual(["7"]);
  arrive("product_import.advanced", { ...running, done: 2, created: 2 });
  expect(await within(shown).findByText("2 of 3 rows")).toBeInTheDocument();
  expect(screen.getByText("Under way: 2 of 3 rows")).toBeInTheDocument();
  // A late event does not reset the progress.
  arrive("product_import.advanced", { ...running, done: 1, created: 1 });
  expect(within(shown).getByText("2 of 3 rows")).toBeInTheDocument();
  kept = { ...running, status: "done", done: 3, created: 2, updated: 1 };
  arrive("product_import.finished", kept);
  expect(await within(shown).findByText("2 products added, 1 changed.")).toBeInTheDocument();
});

test("bad rows are named with their columns in words, and nothing can be imported", async () => {
  server.use(
    http.post("*/api/product/import/", () =>
      answer({
        ...foreseen,
        id: null,
        partialId: 7,
        created: 0,
        updated: 0,
        badRows: 2,
        problemCount: 2,
        problems: [
          { row: 3, column: "Weight", message: "Weight must be more than 0." },
          { row: 9, column: "", message: "This row has 3 cells, the head has 15." },
        ],
        changes: [],
      }),
    ),
  );
  await choose();
  expect(await screen.findByText(/2 rows must be mended first/)).toBeInTheDocument();
  expect(screen.getByRole("row", { name: "3 Weight Weight must be more than 0." })).toBeInTheDocument();
  expect(screen.getByRole("row", { name: /^9 The whole row This row has 3 cells/ })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Import/ })).not.toBeInTheDocument();
});

test("values without effect are named", async () => {
  const notes = [{ row: 2, column: "Sizes", message: "The sizes keep their pieces." }];
  server.use(
    http.post("*/api/product/import/", () =>
      answer({ ...foreseen, created: 0, updated: 0, noteCount: 1, notes, changes: [] }),
    ),
  );
  await choose();
  expect(await screen.findByText("1 value of the file has no effect.")).toBeInTheDocument();
  expect(screen.getByRole("row", { name: "2 Sizes The sizes keep their pieces." })).toBeInTheDocument();
  expect(screen.getByText("No row changes anything: there is nothing to import.")).toBeInTheDocument();
});

test("good rows come in without the bad ones by choice, and the bad ones are had as a file", async () => {
  const problems = [{ row: 3, column: "Weight", message: "Weight must be more than 0." }];
  const asked: (string | null)[] = [];
  server.use(
    http.post("*/api/product/import/", ({ request }) => {
      const id = new URL(request.url).searchParams.get("id");
      if (!id) return answer({ ...foreseen, id: null, partialId: 7, badRows: 1, problemCount: 1, problems });
      started.push(id);
      kept = { ...running, status: "done", done: 3, created: 2, updated: 1, leftOut: 1, problems };
      return answer(kept);
    }),
    http.get("*/api/product/import/refused/", ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("id"));
      return new HttpResponse("What is wrong,Code", { headers: { "content-type": "text/csv" } });
    }),
  );
  URL.createObjectURL = vi.fn(() => "#rows");
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const { person } = await choose();
  await person.click(await screen.findByRole("button", { name: "Download 1 row to mend" }));
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  click.mockRestore();
  expect(asked).toEqual(["7"]);
  expect(started).toEqual([]);
  await person.click(screen.getByRole("button", { name: "Import 3 rows without the one to mend" }));
  const said = await screen.findByText(/2 products added, 1 changed\./);
  expect(said).toHaveTextContent("1 row did not fit and was left out.");
  expect(started).toEqual(["7"]);
  expect(screen.getByRole("region", { name: "Rows that were not brought in" })).toBeInTheDocument();
  expect(screen.getByText("2 products added, 1 changed, 1 left out")).toBeInTheDocument();
});

test("what is no file of products says why, beside its name", async () => {
  const sentence = "This is a workbook. Save it as “CSV UTF-8” and choose that file.";
  server.use(http.post("*/api/product/import/", () => refusal(422, sentence, { errors: { file: sentence } })));
  await choose();
  expect(await screen.findByText(`stock.csv: ${sentence}`)).toBeInTheDocument();
});

test("progress and history stay shown when they cannot be loaded again", async () => {
  kept = running;
  const { arrive } = openAdmin(`${path}?id=7`);
  await screen.findByRole("region", { name: "Import" });
  await screen.findByRole("region", { name: "Imports" });
  let tries = 0;
  server.use(
    http.get("*/api/product/import/", () => {
      tries += 1;
      return refusal(404, "Not now.");
    }),
  );
  arrive("product_import.started", running);
  await waitFor(() => expect(tries).toBe(2));
  expect(screen.getByRole("region", { name: "Import" })).toBeInTheDocument();
  expect(screen.getByRole("region", { name: "Imports" })).toBeInTheDocument();
});

test("another admin's import appears and goes on without a reload; one that stopped says so", async () => {
  const { arrive } = openAdmin(path);
  await waitFor(() => expect(screen.getByLabelText("CSV file of products")).toBeInTheDocument());
  kept = { ...running, stopped: true };
  arrive("product_import.started", running);
  const person = (await screen.findByRole("button", { name: "stock.csv" })) as HTMLButtonElement;
  person.click();
  expect(await screen.findByText(/The import stands still/)).toBeInTheDocument();
});
