import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Popover } from "./Popover";

test("in Safari, which focuses no pressed button, Escape and a dialog close it too", async () => {
  render(
    <>
      <Popover label="View" button="Open">
        <button type="button">Rename</button>
      </Popover>
      <input aria-label="Name" />
    </>,
  );
  const opener = screen.getByRole("button", { name: "Open" });
  fireEvent.click(opener);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("group")).not.toBeInTheDocument();
  fireEvent.click(opener);
  // A press on the button focuses what is around it.
  screen.getByRole("group", { name: "View" }).focus();
  fireEvent.click(screen.getByRole("button", { name: "Rename" }));
  await userEvent.click(screen.getByRole("textbox", { name: "Name" }));
  expect(screen.queryByRole("group")).not.toBeInTheDocument();
});
