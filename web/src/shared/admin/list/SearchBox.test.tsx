import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { SearchBox } from "./SearchBox";

test("a text is not longer than the server searches for", async () => {
  const onSearch = vi.fn();
  render(<SearchBox label="Search" placeholder="" search="" onSearch={onSearch} />);
  await userEvent.click(screen.getByLabelText("Search"));
  await userEvent.paste("x".repeat(600));
  await userEvent.keyboard("{Enter}");
  expect(onSearch).toHaveBeenCalledExactlyOnceWith("x".repeat(500));
});
