import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { useLocation } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { product } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { answer, server } from "@/shared/test/server";
import { SearchBox } from "./SearchBox";

function Here() {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}

const pendant = product({ id: 8, name: "Panna Cascade Collar", stockAvailability: "no" });

beforeEach(() => {
  server.use(
    http.get("*/api/category/", () => answer([{ id: 4, code: "PENDANTS", name: "Pendants", imageUrl: null }])),
    http.get("*/api/product/customer/", ({ request }) => {
      const term = new URL(request.url).searchParams.get("search") ?? "";
      const found = [product(), pendant].filter(({ name }) => name.toLowerCase().startsWith(term.toLowerCase()));
      return answer(found as never);
    }),
  );
});

function show() {
  return renderWith(
    makeStore("customer"),
    <>
      <SearchBox />
      <Here />
    </>,
  );
}
const box = () => screen.getByRole("combobox", { name: "Search the shop" });

describe("the search box", () => {
  it("takes no more than a page's address holds, in any script", async () => {
    const { person } = show();
    await person.click(box());
    await person.paste("\u0905".repeat(600));
    await person.keyboard("{Enter}");
    const shown = await screen.findByText(/^\/products\?search=/);
    expect(shown.textContent?.length).toBeLessThan(4000);
  });

  it("suggests what begins with what is typed, with price and stock", async () => {
    const { person } = show();
    await person.type(box(), "PA");
    const options = within(await screen.findByRole("listbox")).getAllByRole("option");
    expect(options.map((option) => option.textContent)).toEqual([
      "No Image AvailablePaithani Bridal Nath6.40 gm₹92,533.00",
      "No Image AvailablePanna Cascade Collar6.40 gm, out of stock₹92,533.00",
    ]);
    await person.type(box(), "x");
    expect(await screen.findByText("No piece, category or code has the words “PAx”.")).toHaveAttribute(
      "role",
      "status",
    );
    await person.clear(box());
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
    expect(screen.queryByText(/has the words/)).not.toBeInTheDocument();
  });

  it("shows a category by its picture", async () => {
    const picture = { imageUrl: "/media/originals/pendants.jpg", renditions: [] };
    server.use(http.get("*/api/category/", () => answer([{ id: 4, code: "PENDANTS", name: "Pendants", ...picture }])));
    const { person } = show();
    await person.type(box(), "pen");
    const [pendants] = within(await screen.findByRole("listbox")).getAllByRole("option");
    expect(pendants?.querySelector("img")).toHaveAttribute("src", "/media/originals/pendants.jpg");
  });

  it("is walked by keyboard and opens what is chosen", async () => {
    const { person } = show();
    await person.type(box(), "p");
    expect((await screen.findAllByRole("option"))[0]).toHaveTextContent("Pendants");
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(3));
    await person.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
    expect(screen.getByRole("option", { selected: true })).toHaveTextContent("Panna Cascade Collar");
    await person.keyboard("{Enter}");
    expect(await screen.findByText("/8")).toBeInTheDocument();
  });

  it("closes by Escape, and Enter searches the shop", async () => {
    const { person } = show();
    await person.type(box(), "pa");
    await screen.findByRole("listbox");
    await person.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
    await person.keyboard("{Enter}");
    expect(await screen.findByText("/products?search=pa")).toBeInTheDocument();
  });
});
