import { readdirSync, readFileSync } from "node:fs";
import { screen, within } from "@testing-library/react";
import { http } from "msw";
import { matchPath } from "react-router";
import { expect, test } from "vitest";
import { operations, pages } from "@/shared/test/policy";
import { answer, refusal, server } from "@/shared/test/server";
import * as nav from "./navEntries";
import { pageComponents } from "./pageComponents";
import { admin, board, item, openAdmin, order, serveOrders } from "./test/adminApp";

const viewer = {
  ...admin,
  name: "Vera Balan",
  roles: ["viewer"],
  operations: ["admin_who_am_i", "list_all_orders", "show_order_figures", "show_order", "list_payment_entries"],
  pages: ["dashboard", "order-management"],
};

function openAs(person: typeof viewer, path: string) {
  serveOrders([order(1058, "Meera Joshi", [item(1, 1058)])]);
  server.use(http.get("*/api/admin/me/", () => answer(person)));
  return openAdmin(path);
}

test("the sidebar and the buttons show only what works", async () => {
  const { person } = openAs(viewer, board);
  const sidebar = within(await screen.findByRole("navigation", { name: "Admin" }));
  await sidebar.findByRole("link", { name: /Order Management/ });
  expect(sidebar.getAllByRole("link")).toHaveLength(2);
  await person.click(await screen.findByRole("button", { name: "Details of order 1058" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Order 1058" }));
  expect(await dialog.findByText("Confirming money stays with orders and finance.")).toBeInTheDocument();
  expect(screen.queryByRole("combobox", { name: /^Status of/ })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Export CSV" })).not.toBeInTheDocument();
  expect(dialog.queryByRole("button", { name: /Cancel items|Refund|Money received/ })).not.toBeInTheDocument();
});

test("a page that is not for a role says so", async () => {
  server.use(http.get("*/api/operations/", () => refusal(403, ""))); // requested before the roles are known
  openAs(viewer, "/admin/operations");
  expect(await screen.findByRole("heading", { name: "This page is not for your roles" })).toBeInTheDocument();
  expect(screen.getByText(/You are viewer\./)).toBeInTheDocument();
});

test("the portal opens at the first page of the roles", async () => {
  openAs({ ...viewer, pages: ["order-management"] }, "/admin");
  expect(await screen.findByRole("heading", { name: "Order Management" })).toBeInTheDocument();
});

test("every call that a page asks for is in the API's policy table", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) =>
    /(?<!test)\.tsx?$/.test(name),
  );
  const pattern = /(?:\bmay|useMay)\("(\w+)"\)|(?:addBy=|operation: )"(\w+)"/g;
  const asked = files.flatMap((name) => [...readFileSync(`src/${name}`, "utf8").matchAll(pattern)]);
  const names = new Set(asked.map(([, call, other]) => call ?? other));
  expect(names.size).toBeGreaterThan(20);
  expect([...names].filter((name) => name && !operations.includes(name))).toEqual([]);
});

const routes = Object.keys(pageComponents);
const pageOf = (route: string) => route.replace("/admin/", "").replace(/\/:.*$/, "");

test("every page of the portal is in the API's table of roles, and the other way round", () => {
  expect([...new Set(routes.map(pageOf))].sort()).toEqual([...pages].sort());
});

test("every page of the portal is in the sidebar or linked from a page that is there", () => {
  expect([...nav.pages, ...nav.detailPages].map(({ to }) => to).sort()).toEqual([...routes].sort());
});

test("the accessibility journey opens every page of the portal", () => {
  const journey = readFileSync("../tests/e2e/journeys/admin-accessibility.spec.ts", "utf8");
  const opened = [...journey.matchAll(/\{ path: "([^"?]+)/g)].map(([, path]) => `/admin/${path}`);
  const found = opened.map((path) => routes.find((route) => matchPath(route, path)) ?? `no page: ${path}`);
  expect([...new Set(found.map(pageOf))].sort()).toEqual([...pages].sort());
});

test("a page that is not in the sidebar is for its roles only, too", async () => {
  pageComponents["/admin/drafts"] = () => <h1>Drafts</h1>;
  openAs(viewer, "/admin/drafts");
  expect(await screen.findByRole("heading", { name: "This page is not for your roles" })).toBeInTheDocument();
  delete pageComponents["/admin/drafts"];
});
