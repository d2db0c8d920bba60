import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { FilterSelect } from "./FilterSelect";

const rings = { value: "1", label: "Rings" };

function show(options: (typeof rings)[], filters: Record<string, string>) {
  const onChange = vi.fn();
  const props = { name: "categoryId", label: "Category", all: "All categories", options, filters, onChange };
  const { rerender } = render(<FilterSelect {...props} />);
  return { onChange, load: (loaded: typeof options) => rerender(<FilterSelect {...props} options={loaded} />) };
}

const select = () => screen.getByRole("combobox", { name: "Category" });

test("a filter by a choice that does not exist any more is shown and can be cleared", async () => {
  const { onChange } = show([rings], { categoryId: "9" });
  expect(select()).toHaveDisplayValue("Category: not there any more");
  await userEvent.selectOptions(select(), "All categories");
  expect(onChange).toHaveBeenCalledWith({ categoryId: "" });
});

test("a choice is not called missing before the choices are loaded", () => {
  const { load } = show([], { categoryId: "1" });
  expect(screen.queryByText(/not there any more/)).not.toBeInTheDocument();
  load([rings]);
  expect(select()).toHaveDisplayValue("Rings");
  expect(screen.getAllByRole("option")).toHaveLength(2);
});

test("without a filter only the choices are offered", () => {
  show([rings], {});
  expect(select()).toHaveDisplayValue("All categories");
  expect(screen.getAllByRole("option")).toHaveLength(2);
});
