import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Order } from "@/shared/api/types";
import { boardRows } from "./boardRows";
import { useSteadyRows } from "./useSteadyRows";

const rows = (...ids: number[]) => boardRows(ids.map((id) => ({ id, items: [{ itemId: id * 10 }] }) as Order));

function Board({ of }: { of: ReturnType<typeof rows> }) {
  const { rows, waiting, hand } = useSteadyRows<HTMLUListElement>(of, of, "all");
  return (
    <>
      <ul {...hand}>
        {rows.map((row) => (
          <li key={row.id}>{row.order.id}</li>
        ))}
      </ul>
      <p>{waiting.length} wait</p>
    </>
  );
}

const shown = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("a pointer that leaves in the moment in which the page is scrolled leaves the rows where they are", () => {
  const { rerender } = render(<Board of={rows(8, 7)} />);
  const board = screen.getByRole("list");
  const top = vi.spyOn(board, "getBoundingClientRect");
  fireEvent.pointerMove(board);
  act(() => {
    // Before the next render, as a browser tells both within one frame. React hears of leaving by "out".
    board.dispatchEvent(new PointerEvent("pointerout", { bubbles: true, relatedTarget: document.body }));
    top.mockReturnValue(new DOMRect(0, -100, 10, 10));
    window.dispatchEvent(new Event("scroll"));
  });
  rerender(<Board of={rows(9, 8, 7)} />);
  expect(shown()).toEqual(["8", "7"]);
  expect(screen.getByText("1 wait")).toBeInTheDocument();
  act(() => {
    top.mockReturnValue(new DOMRect(0, 100, 10, 10));
    window.dispatchEvent(new Event("scroll"));
  });
  expect(shown()).toEqual(["9", "8", "7"]);
});
