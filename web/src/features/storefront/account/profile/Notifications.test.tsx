// Notifications on Profile: choices are saved, and a browser without notifications shows a message.

import { screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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

describe("on this device", () => {
  const keys = { p256dh: "p", auth: "a" };
  const keyBytes = (key: string) => Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer;
  const subscription = {
    options: { applicationServerKey: keyBytes(all.pushKey) },
    unsubscribe: vi.fn(async () => true),
    toJSON: () => ({ endpoint: "https://p/1", keys }),
  };
  const pushManager = { getSubscription: async () => subscription, subscribe: async () => subscription };
  const registration = { pushManager };
  const sent: unknown[] = [];
  const sentKeys: (string | undefined)[] = [];
  let shown: (() => Promise<ReturnType<typeof refusal>>) | undefined;

  beforeEach(() => {
    sent.length = 0;
    sentKeys.length = 0;
    vi.stubGlobal("PushManager", class {});
    vi.stubGlobal("Notification", { permission: "granted", requestPermission: async () => "granted" });
    vi.stubGlobal("isSecureContext", true);
    const serviceWorker = {
      ready: Promise.resolve(registration),
      register: async () => registration,
      getRegistration: async () => registration,
    };
    Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: serviceWorker });
    server.use(
      http.post("*/api/notification/device/", async ({ request }) => {
        if (new URL(request.url).searchParams.get("flag") === "show") {
          return shown ? shown() : answer({ subjects: ["payments", "wishlist"] });
        }
        const { subjects, pushKey } = (await request.json()) as { subjects: string[]; pushKey?: string };
        sent.push(subjects);
        sentKeys.push(pushKey);
        return answer({ subjects });
      }),
    );
  });
  afterEach(() => {
    shown = undefined;
    subscription.options.applicationServerKey = keyBytes(all.pushKey);
    vi.clearAllMocks();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, "serviceWorker");
  });
  const onDevice = (name: string) => screen.getByRole("switch", { name: `${name}, on this device` });

  test("nothing can be chosen until it is known what it shows", async () => {
    const { opened, open } = latch();
    shown = () => opened.then(() => answer({ subjects: ["payments", "wishlist"] }));
    const { person } = show();
    await waitFor(() => expect(screen.getByRole("switch", { name: "Orders, by mail" })).toBeChecked());
    expect(onDevice("Orders")).toBeDisabled();
    open();
    await waitFor(() => expect(onDevice("Wishlist")).toBeChecked());
    await person.click(onDevice("Orders"));
    await waitFor(() => expect(sent).toEqual([["payments", "wishlist", "orders"]]));
  });

  test("no other subject is switched off if it could not be loaded what it shows", async () => {
    shown = async () => refusal(503, "Away.");
    const { person } = show();
    await waitFor(() => expect(onDevice("Orders")).toBeEnabled());
    await person.click(onDevice("Orders"));
    expect(await screen.findByText("Not saved. Please try again.")).toBeInTheDocument();
    expect(sent).toEqual([]);
    shown = undefined;
    await person.click(onDevice("Orders"));
    await waitFor(() => expect(sent).toEqual([["payments", "wishlist", "orders"]]));
    await waitFor(() => expect(onDevice("Wishlist")).toBeChecked());
  });

  test("a refusal is told, also while the newsletter waits for its link", async () => {
    const { person } = show({ ...all, newsletterAsked: true });
    await waitFor(() => expect(onDevice("Orders")).toBeEnabled());
    server.use(http.post("*/api/notification/device/", () => refusal(503, "Away.")));
    await person.click(onDevice("Orders"));
    expect(await screen.findByText("Not saved. Please try again.")).toBeInTheDocument();
    expect(screen.getByText("Please confirm by the link in our mail.")).toBeInTheDocument();
  });

  test("nothing is on with a subscription of an earlier key, which is replaced", async () => {
    subscription.options.applicationServerKey = keyBytes("BOld");
    const { person } = show();
    await waitFor(() => expect(onDevice("Wishlist")).toBeEnabled());
    expect(onDevice("Wishlist")).not.toBeChecked();
    await person.click(onDevice("Wishlist"));
    await waitFor(() => expect(onDevice("Wishlist")).toBeChecked());
    expect(subscription.unsubscribe).toHaveBeenCalledOnce();
    expect([sent, sentKeys]).toEqual([[["wishlist"]], [all.pushKey]]);
  });

  test("a page that has the shop's earlier key asks to be loaded again", async () => {
    const { person } = show();
    await waitFor(() => expect(onDevice("Orders")).toBeEnabled());
    server.use(http.post("*/api/notification/device/", () => refusal(409, "The shop has another key now.")));
    await person.click(onDevice("Orders"));
    expect(await screen.findByText("The shop has another key now. Please load the page again.")).toBeInTheDocument();
  });

  test("an address that the shop does not call counts as no push service", async () => {
    const { person } = show();
    await waitFor(() => expect(onDevice("Orders")).toBeEnabled());
    server.use(
      http.post("*/api/notification/device/", () => refusal(422, "This is not the address of a push service.")),
    );
    await person.click(onDevice("Orders"));
    expect(await screen.findByText(/This browser could not be reached by a push service/)).toBeInTheDocument();
  });
});
