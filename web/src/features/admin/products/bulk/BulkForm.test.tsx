import { screen, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { openAdmin } from "@/app/admin/test/adminApp";
import { serveProduct } from "@/app/admin/test/productForm";
import { answer, refusal, server } from "@/shared/test/server";

beforeEach(serveProduct);

test("a bulk change is previewed with its prices, then applied to the previewed products", async () => {
  const bodies: { dryRun?: boolean; count?: number }[] = [];
  const effect = {
    count: 1,
    changed: 1,
    raised: 1,
    lowered: 0,
    meanChange: 850,
    prices: [{ id: 5, code: "RG-105", name: "Paithani Bridal Nath", before: 92_533, after: 93_383 }],
    refusedCount: 1,
    refused: [{ id: 6, code: "RG-106", name: "Ring", reason: "The discount cannot be more than the making charge." }],
  };
  server.use(
    http.post("*/api/product/", async ({ request }) => {
      bodies.push((await request.json()) as (typeof bodies)[number]);
      return answer(effect);
    }),
  );
  const { person } = openAdmin("/admin/product");
  await person.click(await screen.findByRole("checkbox", { name: "Select Paithani Bridal Nath, RG-105" }));
  await person.click(screen.getByRole("button", { name: "Change them" }));
  const form = await screen.findByRole("dialog", { name: "Change 1 product" });
  await person.type(within(form).getByLabelText("Making charge, change by"), "10");
  const told = await within(form).findByRole("region", { name: "What changes" });
  expect(await within(told).findByText("+₹850.00")).toBeInTheDocument();
  expect(within(told).getByText(/Ring \(RG-106\): The discount cannot be more/)).toBeInTheDocument();
  await person.click(within(form).getByRole("button", { name: "Change 1 product" }));
  expect(await screen.findByText("1 product updated")).toBeInTheDocument();
  expect(bodies.filter(({ dryRun }) => !dryRun)).toEqual([
    { ids: [5], changes: { makingChargePercent: "10" }, count: 1 },
  ]);
  expect(screen.queryByText("1 product selected")).not.toBeInTheDocument();
});

test("a bulk change whose preview failed cannot be applied with the preview of another change", async () => {
  const applied: unknown[] = [];
  const effect = {
    count: 12,
    changed: 12,
    raised: 12,
    lowered: 0,
    meanChange: 85,
    prices: [],
    refusedCount: 0,
    refused: [],
  };
  server.use(
    http.post("*/api/product/", async ({ request }) => {
      const body = (await request.json()) as { dryRun?: boolean; changes: { makingChargePercent: string } };
      if (!body.dryRun) applied.push(body);
      return body.changes.makingChargePercent === "1" ? answer(effect) : refusal(503, "Not now.");
    }),
  );
  const { person } = openAdmin("/admin/product");
  await person.click(await screen.findByRole("checkbox", { name: "Select Paithani Bridal Nath, RG-105" }));
  await person.click(screen.getByRole("button", { name: "Change them" }));
  const form = await screen.findByRole("dialog", { name: "Change 1 product" });
  await person.type(within(form).getByLabelText("Making charge, change by"), "1");
  await within(form).findByRole("button", { name: "Change 12 products" });
  await person.type(within(form).getByLabelText("Making charge, change by"), "00");
  expect(await within(form).findByRole("alert")).toHaveTextContent("The shop could not do this just now.");
  await person.click(within(form).getByRole("button", { name: "Change" }));
  expect(applied).toEqual([]);
});
