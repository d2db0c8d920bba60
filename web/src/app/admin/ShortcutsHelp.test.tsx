import { readFileSync } from "node:fs";
import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { answer, server } from "@/shared/test/server";
import { shortcutGroups } from "./shortcuts";
import { board, item, openAdmin, order, serveOrders } from "./test/adminApp";

const help = () => screen.findByRole("dialog", { name: "Keys" });
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog", { name: "Keys" })).not.toBeInTheDocument());

test("a question mark shows all keys on any page, and closes them again", async () => {
  serveOrders([]);
  const { person } = openAdmin("/admin/nowhere");
  await screen.findByRole("heading", { name: "This page is not in the portal" });
  await person.keyboard("?");
  const sheet = await help();
  for (const { name, keys } of shortcutGroups) {
    const group = within(within(sheet).getByRole("region", { name }));
    for (const { does } of keys) expect(group.getByText(does)).toBeInTheDocument();
  }
  await person.keyboard("?");
  await isClosed();
  await person.keyboard("?");
  await help();
  await person.keyboard("{Escape}");
  await isClosed();
});

test("they are shown by a button too, and with an order's details open", async () => {
  serveOrders([order(1058, "Meera Joshi", [item(1, 1058)])]);
  const { person } = openAdmin(board);
  await person.click(await screen.findByRole("button", { name: "Keys" }));
  await person.click(within(await help()).getByRole("button", { name: /^Close.*Esc/ }));
  await isClosed();
  await person.click(await screen.findByRole("button", { name: "Details of order 1058" }));
  const sheet = await screen.findByRole("dialog", { name: "Order 1058" });
  await person.keyboard("?");
  await help();
  await person.keyboard("{Escape}");
  await isClosed();
  expect(sheet).toBeInTheDocument();
});

test("in a text field shortcuts are letters", async () => {
  serveOrders([order(1058, "Meera Joshi", [item(1, 1058)])]);
  server.use(http.post("*/api/order/", () => answer({})));
  const { person } = openAdmin(board);
  await screen.findByRole("combobox", { name: "Status of item 1 of order 1058" });
  await person.keyboard("/");
  const box = screen.getByRole("searchbox", { name: "Search orders" });
  expect(box).toHaveFocus();
  await person.keyboard("j?/x2");
  expect(box).toHaveValue("j?/x2");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("the shopkeeper's guide names every one of them", () => {
  const guide = readFileSync("../docs/shopkeeping.md", "utf8");
  for (const { keys, does } of shortcutGroups.flatMap((group) => group.keys)) {
    const line = guide.split("\n").find((each) => each.includes(does));
    expect(line, does).toBeDefined();
    for (const key of keys) expect(line, does).toContain(key === "⌘" ? "Ctrl" : key);
  }
});
