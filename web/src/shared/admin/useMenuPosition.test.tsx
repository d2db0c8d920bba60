import { render, screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { expect, test, vi } from "vitest";
import { useMenuPosition } from "./useMenuPosition";

function Menu() {
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useMenuPosition(button, menu);
  return (
    <>
      <button type="button" ref={button}>
        Status
      </button>
      <div ref={menu} data-testid="menu">
        <div className="at" data-testid="active" />
      </div>
    </>
  );
}

/** happy-dom has no layout. */
function placeButton(top: number) {
  const rect = new DOMRect(100, top, 132, 34);
  vi.spyOn(HTMLButtonElement.prototype, "getBoundingClientRect").mockReturnValue(rect);
}

test("a menu stays beside its button while what is above them changes", async () => {
  placeButton(100);
  render(<Menu />);
  expect(screen.getByTestId("menu").style.top).toBe("138px");
  placeButton(160);
  screen.getByTestId("menu").before(document.createElement("p"));
  await waitFor(() => expect(screen.getByTestId("menu").style.top).toBe("198px"));
});

test("a menu is no higher than the room beside its button, and shows its active option", () => {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(300);
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  placeButton(140);
  render(<Menu />);
  expect(screen.getByTestId("menu").style.getPropertyValue("--room")).toBe("128px");
  expect(scrolled.mock.contexts).toEqual([screen.getByTestId("active")]);
});
