import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Popover } from "./Popover";

test("in Safari, which focuses no pressed button, Escape and a dialog close it too", async () => {
  render(
    <>
      <Popover label="View" button="Open">
        <p>Rename</p>
      </Popover>
      <input aria-label="Name" />
    </>,
  );
  const opener = screen.getByRole("button", { name: "Open" });
  fireEvent.click(opener);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("group")).not.toBeInTheDocument();
  fireEvent.click(opener);
  // There a press on a button focuses what is around it, as a press on a text does everywhere.
  await userEvent.click(screen.getByText("Rename"));
  expect(screen.getByRole("group", { name: "View" })).toHaveFocus();
  // A dialog takes the focus without a press.
  act(() => screen.getByRole("textbox", { name: "Name" }).focus());
  expect(screen.queryByRole("group")).not.toBeInTheDocument();
});
