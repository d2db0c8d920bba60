// Notifications on Profile: what is chosen is saved, and a browser without notifications says so.

import { screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { makeStore } from "@/app/store";
import { latch } from "@/shared/test/latch";
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

test("choices that could not be loaded say so, and are loaded on demand", async () => {
  server.use(
    http.get("*/api/notification/", () => refusal(503, "Away."), { once: true }),
    http.get("*/api/notification/", () => answer(all)),
  );
  const { person } = renderWith(makeStore("customer"), <Notifications />);
  expect(await screen.findByRole("alert")).toHaveTextContent("This could not be loaded.");
  expect(screen.getByRole("switch", { name: "Orders, by mail" })).toBeDisabled();
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.getByRole("switch", { name: "Orders, by mail" })).toBeChecked());
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("a switch keeps the focus while its choice is saved, and takes no second one meanwhile", async () => {
  const { opened: held, open: letGo } = latch();
  let saved = 0;
  server.use(
    http.post("*/api/notification/", async () => {
      saved += 1;
      await held;
      return answer({ ...all, mails: ["payments", "wishlist"] });
    }),
  );
  const { person } = show();
  const orders = screen.getByRole("switch", { name: "Orders, by mail" });
  await waitFor(() => expect(orders).toBeChecked());
  await person.click(orders);
  await waitFor(() => expect(orders).toHaveAttribute("aria-disabled", "true"));
  await person.keyboard(" ");
  expect(orders).toHaveFocus();
  letGo();
  await waitFor(() => expect(orders).not.toBeChecked());
  expect(saved).toBe(1);
});
