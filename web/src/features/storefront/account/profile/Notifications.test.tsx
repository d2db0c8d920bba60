// Notifications on Profile: what is chosen is saved, and a browser without notifications says so.

import { screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { Notifications } from "./Notifications";

const all = {
  mails: ["orders", "payments", "wishlist"],
  hasNewsletter: false,
  newsletterAsked: false,
  pushKey: "BKey",
};

function show(choices = all) {
  server.use(http.get("*/api/notification/", () => answer(choices)));
  return renderWith(makeStore("customer"), <Notifications />);
}

test("a subject of mails is switched off, and the newsletter says what follows", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/notification/", async ({ request }) => {
      const body = (await request.json()) as { subject?: string };
      sent.push(body);
      return answer(body.subject ? { ...all, mails: ["payments", "wishlist"] } : { ...all, newsletterAsked: true });
    }),
  );
  const { person } = show();
  const orders = screen.getByRole("switch", { name: "Orders, by mail" });
  await waitFor(() => expect(orders).toBeChecked());
  await person.click(orders);
  await waitFor(() => expect(orders).not.toBeChecked());
  await person.click(screen.getByRole("switch", { name: "Newsletter, by mail" }));
  expect(await screen.findByText("Please confirm by the link in our mail.")).toBeInTheDocument();
  expect(sent).toEqual([
    { subject: "orders", isWanted: false },
    { isNewsletter: true, isWanted: true },
  ]);
});

test("a choice that was not saved stays as it was", async () => {
  server.use(http.post("*/api/notification/", () => refusal(503, "Away.")));
  const { person } = show();
  const orders = screen.getByRole("switch", { name: "Orders, by mail" });
  await waitFor(() => expect(orders).toBeChecked());
  await person.click(orders);
  expect(await screen.findByText("Not saved. Please try again.")).toBeInTheDocument();
  expect(orders).toBeChecked();
});

test("a browser without notifications says so, and mail stays", async () => {
  show();
  expect(await screen.findByText("This browser shows no notifications. We write to you by mail.")).toBeInTheDocument();
  expect(screen.getByRole("switch", { name: "Orders, on this device" })).toBeDisabled();
  expect(screen.getByRole("switch", { name: "Orders, by mail" })).toBeEnabled();
});
