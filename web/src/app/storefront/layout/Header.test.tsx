import { screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { expect, test, vi } from "vitest";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { answer, server } from "@/shared/test/server";
import { Toasts } from "@/shared/toasts/Toasts";
import { Header } from "./Header";

// As after a release, which no longer has the file of the older page.
vi.mock("./MenuDrawer", () => {
  throw new Error("Failed to fetch dynamically imported module");
});

test("a menu whose file does not arrive is said so, and the shop stays", async () => {
  server.use(http.get("*/api/category/", () => answer([])));
  const page = (
    <>
      <Header />
      <Toasts />
    </>
  );
  const { person } = renderWith(makeStore("customer"), page);
  const menu = screen.getByRole("button", { name: "Menu" });
  await person.click(menu);
  const sentence = "This part did not arrive. Please try again.";
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  await person.click(menu);
  await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2));
});
