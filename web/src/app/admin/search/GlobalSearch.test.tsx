import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { pages } from "@/app/admin/navEntries";
import { item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import { product } from "@/shared/test/fixtures";
import { answer, refusal, server } from "@/shared/test/server";

const ring = {
  ...product({ id: 5, code: "RG-104", name: "Saptapadi Couple Bands", categoryName: "Rings" }),
  stockQuantity: null,
};
const meera = { id: 7, name: "Meera Joshi", email: "meera@shoppers.test", phone: "", createdTimestamp: "" };

/** Serves one order, product and customer; returns the search terms of the product requests. */
function shop() {
  const searched: (string | null)[] = [];
  serveOrders([order(1058, "Meera Joshi", [item(1, 1058)])]);
  server.use(
    http.get("*/api/category/", () => answer([])),
    http.get("*/api/cart/", () => answer([])),
    http.get("*/api/customer/", () => answer([meera] as never)),
    http.get("*/api/product/", ({ request }) => {
      searched.push(new URL(request.url).searchParams.get("search"));
      return answer([ring] as never);
    }),
  );
  return searched;
}

async function open() {
  const { person } = openAdmin("/admin/nowhere");
  await screen.findByRole("button", { name: "Find an order, product or customer" });
  await person.keyboard("{Control>}k{/Control}");
  return { person, box: await screen.findByRole("combobox", { name: /^Find/ }) };
}

describe("the global search", () => {
  it("finds orders, products and customers for what was typed, and opens them by keyboard", async () => {
    const searched = shop();
    const { person, box } = await open();
    await person.type(box, "mee");
    const orders = await screen.findByRole("group", { name: "Orders" });
    expect(within(orders).getByRole("option")).toHaveTextContent("Order 1058Meera Joshi, 20 Nov₹1,28,520.00");
    expect(screen.getAllByRole("option")).toHaveLength(3);
    expect(searched).toEqual(["mee"]);
    await person.keyboard("{ArrowDown}");
    expect(screen.getByRole("option", { selected: true })).toHaveTextContent("Saptapadi Couple BandsRG-104, Rings");
    await person.keyboard("{Enter}");
    expect(await screen.findByRole("heading", { name: "Product", level: 1 })).toBeInTheDocument();
    expect(screen.getByRole("searchbox", { name: /products/ })).toHaveValue("RG-104");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Find" })).not.toBeInTheDocument());
    expect(await screen.findByRole("row", { name: /Saptapadi Couple Bands/ })).toBeInTheDocument();
  });

  it("lists every page before anything is typed, and marks the entry that the page belongs to", async () => {
    shop();
    const { person, box } = await open();
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(pages.length));
    await person.type(box, "carts{Enter}");
    expect(await screen.findByRole("heading", { name: "Carts" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Customers", current: true })).toBeInTheDocument();
  });

  it("says that nothing was found, and that the shop did not answer", async () => {
    serveOrders([]);
    server.use(
      http.get("*/api/customer/", () => answer([])),
      http.get("*/api/product/", () => answer([])),
    );
    const { person, box } = await open();
    await person.type(box, "zz");
    expect(await screen.findByText("Nothing found for “zz”.")).toBeInTheDocument();
    server.use(http.get("*/api/customer/", () => refusal(503, "")));
    await person.type(box, "y");
    expect(await screen.findByText("The shop could not be searched. Please try again.")).toBeInTheDocument();
  });

  it("leads to the sign-in when the session has ended", async () => {
    shop();
    const { person, box } = await open();
    server.use(http.get("*/api/customer/", () => refusal(401, "Please sign in.")));
    await person.type(box, "mee");
    expect(await screen.findByRole("button", { name: "Sign in" })).toBeInTheDocument();
  });
});
