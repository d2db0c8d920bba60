import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Order } from "@/shared/api/types";
import { boardRows } from "./boardRows";
import { useFrozenRows } from "./useFrozenRows";

const rows = (...ids: number[]) => boardRows(ids.map((id) => ({ id, items: [{ itemId: id * 10 }] }) as Order));

function Board({ of }: { of: ReturnType<typeof rows> }) {
  const { rows, waiting, interaction } = useFrozenRows<HTMLUListElement>(of, of, "all");
  return (
    <>
      <ul {...interaction}>
        {rows.map((row) => (
          <li key={row.id}>{row.order.id}</li>
        ))}
      </ul>
      <p>{waiting.length} wait</p>
    </>
  );
}

const shown = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("the rows stay frozen when the pointer leaves during a scroll", () => {
  const { rerender } = render(<Board of={rows(8, 7)} />);
  const board = screen.getByRole("list");
  const top = vi.spyOn(board, "getBoundingClientRect");
  fireEvent.pointerMove(board);
  act(() => {
    // Before the next render, as a browser fires both within one frame. React derives mouseleave from mouseout.
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
