import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { openAdmin, serveOrders } from "@/app/admin/test/adminApp";
import { answer, server } from "@/shared/test/server";

const versionsOf = (page: string | null) => [
  { version: 2, text: `New text on ${page}`, writtenAt: "2026-11-20T05:00:00.000Z", writtenBy: "Karthik Rao" },
  { version: 0, text: `Default text on ${page}`, writtenAt: null, writtenBy: null },
];

beforeEach(() => {
  serveOrders([]);
  server.use(
    http.get("*/api/policy/", ({ request }) => answer(versionsOf(new URL(request.url).searchParams.get("page")))),
    http.post("*/api/policy/", () => answer({ html: "<p>Preview</p>" })),
    http.get("*/api/vendor/", () => answer([])),
  );
});

async function open() {
  const { person } = openAdmin("/admin/policies?page=care");
  const text = await screen.findByRole("textbox", { name: "Text" });
  expect(text).toHaveValue("New text on care");
  return { person, text };
}

const question = () => screen.queryByRole("dialog", { name: "Discard the text?" });
const tab = (name: string) => screen.getByRole("button", { name });

test.each([
  ["another policy page", () => tab("Returns and refunds")],
  ["another page of the portal", () => screen.getAllByRole("link", { name: "Vendor" })[0] as HTMLElement],
  [
    "an older version",
    () => within(screen.getByRole("region", { name: "Versions" })).getByRole("button", { name: "Put into the editor" }),
  ],
])("asks before %s replaces an unsaved text", async (_, target) => {
  const { person, text } = await open();
  await person.type(text, " and more");
  await person.click(target());
  await person.click(await screen.findByRole("button", { name: /^Not now/ }));
  await waitFor(() => expect(question()).not.toBeInTheDocument());
  expect(screen.getByRole("textbox", { name: "Text" })).toHaveValue("New text on care and more");

  await person.click(target());
  await person.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByDisplayValue("New text on care and more")).not.toBeInTheDocument());
});

test("Back asks, and after the text is discarded it does not ask again", async () => {
  const { person, text } = await open();
  await person.type(text, " and more");
  act(() => window.history.back());
  await person.click(await screen.findByRole("button", { name: /^Not now/ }));
  await waitFor(() => expect(question()).not.toBeInTheDocument());
  expect(text).toHaveValue("New text on care and more");
  act(() => window.history.back());
  await person.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(text).toHaveValue("New text on care"));
  await waitFor(() => expect(question()).not.toBeInTheDocument());
  fireEvent.popState(window);
  expect(question()).not.toBeInTheDocument();
});

test("asks nothing without changes, nor at the page that is shown", async () => {
  const { person, text } = await open();
  await person.click(tab("Returns and refunds"));
  expect(await screen.findByDisplayValue("New text on returns")).toBeInTheDocument();
  await person.click(tab("Care of gold"));
  await person.type(await screen.findByDisplayValue("New text on care"), "!");
  await person.click(tab("Care of gold"));
  expect(question()).not.toBeInTheDocument();
  expect(text).not.toBeInTheDocument();
});

test("the browser asks before it loads another page", async () => {
  const { person, text } = await open();
  const unload = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(unload()).toBe(false);
  await person.type(text, "!");
  expect(unload()).toBe(true);
});
