import { fireEvent, screen } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { answer, server } from "@/shared/test/server";
import { HeroCarousel } from "./HeroCarousel";

beforeEach(() => {
  server.use(http.get("*/api/category/", () => answer([])));
});

it("changes its slides by swiping", () => {
  renderWith(makeStore("customer"), <HeroCarousel />);
  const draw = (dx: number, dy: number) => {
    const heading = screen.getByRole("heading", { level: 1 });
    fireEvent.touchStart(heading, { touches: [{ clientX: 200, clientY: 300 }] });
    fireEvent.touchEnd(heading, { changedTouches: [{ clientX: 200 + dx, clientY: 300 + dy }] });
  };
  const shown = () => screen.getByRole("button", { current: true });
  draw(-120, 10);
  expect(shown()).toHaveAccessibleName(/^Slide 2/);
  draw(-60, 200);
  expect(shown()).toHaveAccessibleName(/^Slide 2/);
  draw(120, 0);
  draw(120, 0);
  expect(shown()).toHaveAccessibleName(/^Slide 3/);
});
