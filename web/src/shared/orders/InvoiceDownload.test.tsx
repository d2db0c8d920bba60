import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { refusal, server } from "@/shared/test/server";
import { InvoiceDownload } from "./InvoiceDownload";

const number = "SW/26-27/000001";
const saved: string[] = [];

afterEach(() => {
  saved.length = 0;
  vi.restoreAllMocks();
});

function show() {
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return renderWith(
    makeStore("customer"),
    <InvoiceDownload number={number} reader="customer" label="Download PDF" />,
    "/",
  );
}

const pdf = () =>
  new HttpResponse("%PDF-", {
    headers: { "Content-Type": "application/pdf", "Content-Disposition": 'attachment; filename="SW-26-27-000001.pdf"' },
  });

it("saves the PDF under its number, and waits for one that is only being made", async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get("*/api/invoice/pdf/", ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("number"));
      return asked.length === 1 ? refusal(503, "The PDF of this invoice is being made.") : pdf();
    }),
  );
  const { person } = show();
  await person.click(screen.getByRole("button", { name: "Download PDF" }));
  const busy = screen.getByRole("button", { name: "Preparing the PDF" });
  expect(busy).toHaveAttribute("aria-disabled", "true");
  await person.click(busy);
  expect(busy).toHaveFocus();
  await waitFor(() => expect(saved).toEqual(["SW-26-27-000001.pdf"]));
  expect(asked).toEqual([number, number]);
  expect(await screen.findByRole("button", { name: "Download PDF" })).toHaveFocus();
});

it("says why there is none", async () => {
  server.use(http.get("*/api/invoice/pdf/", () => refusal(404, "There is no such invoice.")));
  const { person } = show();
  await person.click(screen.getByRole("button", { name: "Download PDF" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("There is no such invoice.");
  expect(saved).toEqual([]);
});
