import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { AboutPage } from "./AboutPage";

it("promises the precision of the weights that pages and invoices show", async () => {
  renderWith(makeStore("customer"), <AboutPage />);
  expect(screen.getByText(/weighed to ten milligrams\. Its price/)).toBeInTheDocument();
  expect(await screen.findByText("Money-back guarantee")).toBeInTheDocument();
});
