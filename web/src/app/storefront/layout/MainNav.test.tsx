import { fireEvent, screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { expect, onTestFinished, test } from "vitest";
import { makeStore } from "@/app/store";
import { latch } from "@/shared/test/latch";
import { renderWith } from "@/shared/test/render";
import { repeatFailed } from "@/shared/test/repeat";
import { answer, refusal, server } from "@/shared/test/server";
import { MainNav } from "./MainNav";

test("the links come with the categories, and stay while categories that did not come are asked for again", async () => {
  const { opened: held, open: letCome } = latch();
  onTestFinished(letCome);
  let isAway = true;
  server.use(
    http.get("*/api/category/", async () => {
      if (isAway) return refusal(503, "Away.");
      await held;
      return answer([{ id: 1, code: "RG", name: "Rings", imageUrl: null }]);
    }),
  );
  const store = makeStore("customer");
  renderWith(store, <MainNav />);
  expect(screen.queryByRole("navigation")).not.toBeInTheDocument();
  const links = await screen.findByRole("navigation", { name: "Main" });
  isAway = false;
  await repeatFailed(store, "getCategories");
  expect(links).toBeInTheDocument();
  letCome();
  expect(await screen.findAllByRole("link", { name: "Rings" })).not.toHaveLength(0);
});

test("a press opens the list of categories in Safari too, which focuses no pressed button, and leaving it closes it", async () => {
  server.use(http.get("*/api/category/", () => answer([{ id: 1, code: "RG", name: "Rings", imageUrl: null }])));
  renderWith(makeStore("customer"), <MainNav />);
  const button = await screen.findByRole("button", { name: "All Categories" });
  fireEvent.click(button);
  expect(button).toHaveFocus();
  const link = screen.getByRole("link", { name: "See all categories" });
  expect(fireEvent.mouseDown(link), "the press may move the focus").toBe(false);
  expect(fireEvent.mouseDown(button), "a press that takes the focus away closes it, and then opens it").toBe(false);
  fireEvent.click(button);
  expect(link).not.toBeVisible();
  fireEvent.click(button);
  button.blur();
  await waitFor(() => expect(link).not.toBeVisible());
});
