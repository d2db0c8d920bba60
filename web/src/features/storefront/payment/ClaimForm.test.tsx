import { screen } from "@testing-library/react";
import { http } from "msw";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { payment } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { answer, server } from "@/shared/test/server";
import { ClaimForm } from "./ClaimForm";

it.each([
  ["upi", "4000 0000 0001", "400000000001"],
  ["upi", "4000 0000 0001 1234", undefined],
  ["bank", "4000 0000 0001", "400000000001"],
  ["bank", "HDFCR52026112300", "HDFCR52026112300"],
  ["bank", "4000 0000 0001 1", undefined],
  ["bank", "HDFCR5202611", undefined],
] as const)("sends a reference of a transfer by %s that can be one: %s", async (method, written, sent) => {
  const references: unknown[] = [];
  server.use(
    http.post("*/api/payment/claim/", async ({ request }) => {
      references.push(((await request.json()) as { reference: string }).reference);
      return answer({});
    }),
  );
  const { person } = renderWith(
    makeStore("customer"),
    <ClaimForm orderId={40} payment={payment({ method })} method={method} />,
  );
  await person.type(screen.getByRole("textbox", { name: /^UTR of your/ }), written);
  await person.click(screen.getByRole("button", { name: "I have paid" }));
  if (sent) return expect.poll(() => references).toEqual([sent]);
  expect(await screen.findByRole("alert")).toHaveTextContent(/^A UTR has 12 digits/);
  expect(references).toEqual([]);
});
