import { screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { admin } from "@/app/admin/test/adminApp";
import { makeStore } from "@/app/store";
import { PermissionsProvider } from "@/shared/admin/permissions";
import { latch } from "@/shared/test/latch";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { PanPanel } from "./PanPanel";

test("a double click reads the whole PAN once", async () => {
  const { opened: answered, open: release } = latch();
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/order/pan/", () => answer({ orderId: 1058, state: "given", masked: "AB••••••9F" } as never)),
    http.post("*/api/order/pan/", async ({ request }) => {
      sent.push(await request.json());
      await answered;
      return sent.length === 1
        ? refusal(403, "The password is not right.")
        : answer({ orderId: 1058, pan: "ABCPE1234F" } as never);
    }),
  );
  const { person } = renderWith(
    makeStore("admin"),
    <PermissionsProvider admin={{ ...admin, roles: ["owner"] }}>
      <PanPanel orderId={1058} />
    </PermissionsProvider>,
  );
  await person.click(await screen.findByRole("button", { name: "Show the whole PAN" }));
  await person.type(screen.getByLabelText("Your password"), "Secret@2026");
  await person.dblClick(screen.getByRole("button", { name: "Show the whole PAN" }));
  await person.type(screen.getByLabelText("Your password"), "{Enter}");
  await waitFor(() => expect(sent).toHaveLength(1));
  release();
  // It can be sent again after a refusal.
  expect(await screen.findByRole("alert")).toHaveTextContent("The password is not right.");
  expect(sent).toHaveLength(1);
  await person.dblClick(screen.getByRole("button", { name: "Show the whole PAN" }));
  expect(await screen.findByText("ABCPE1234F")).toBeInTheDocument();
  expect(sent).toHaveLength(2);
});
