import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement, ReactNode } from "react";
import { Provider, type ProviderProps } from "react-redux";
import { type InitialEntry, MemoryRouter } from "react-router";

type Store = ProviderProps["store"];

/** Renders with the real store of the test at a path; `person` simulates the user. */
export function renderWith(store: Store, page: ReactElement, path: InitialEntry = "/") {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
    </Provider>
  );
  return { person: userEvent.setup(), ...render(page, { wrapper }) };
}
