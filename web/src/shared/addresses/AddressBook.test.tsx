import { act, screen, waitFor, within } from "@testing-library/react";
import { type HttpResponse, http } from "msw";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useAppSelector } from "@/app/hooks";
import { type AppStore, makeStore } from "@/app/store";
import { resetOnSignOut } from "@/app/storefront/resetOnSignOut";
import { useGetAddressesQuery } from "@/shared/api/addresses";
import { api } from "@/shared/api/api";
import type { Address } from "@/shared/api/types";
import { changedInAnotherTab, selectAuthUser, sessionEnded, shopperSignedIn } from "@/shared/session/sessionSlice";
import { address, asha } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { Toasts } from "@/shared/toasts/Toasts";
import { AddressBook } from "./AddressBook";

const home = address();
const office = address({
  ...{ id: 4, name: "Lakshmi Iyer", address: "7 Lake View Road" },
  ...{ city: "Kochi", state: "Kerala", zip_code: "682001" },
});
let saved: Address[];
let loads: number;
let sent: { method: string; id: string | null; body: unknown }[];

beforeEach(() => {
  saved = [home, office];
  loads = 0;
  sent = [];
  server.use(
    http.get("*/api/address/", () => {
      loads += 1;
      return answer(saved as never);
    }),
  );
});

/** The server's response to a change. */
function answers(method: "post" | "delete", give: () => Response) {
  server.use(
    http[method]("*/api/address/", async ({ request }) => {
      const body = method === "post" ? await request.json() : undefined;
      sent.push({ method, id: new URL(request.url).searchParams.get("id"), body });
      return give() as HttpResponse<never>;
    }),
  );
}

function Page({ toChoose }: { toChoose: boolean }) {
  const user = useAppSelector(selectAuthUser);
  const { data = [] } = useGetAddressesQuery(asha.id);
  const [chosenId, setChosenId] = useState<number>();
  if (!user) return <p>the sign-in</p>;
  const choice = { selectedId: chosenId ?? data[0]?.id, onSelect: setChosenId, onEditing: () => {} };
  return <AddressBook user={user} addresses={data} choice={toChoose ? choice : undefined} />;
}

function show(toChoose = false) {
  const store = makeStore("customer");
  store.dispatch(shopperSignedIn(asha));
  resetOnSignOut(store);
  const page = (
    <>
      <Page toChoose={toChoose} />
      <Toasts />
    </>
  );
  return { store, ...renderWith(store, page, "/profile") };
}

const button = (name: string | RegExp) => screen.findByRole("button", { name });
const editOffice = "Edit Lakshmi Iyer, 7 Lake View Road";
const removeOffice = "Remove Lakshmi Iyer, 7 Lake View Road";

describe("an address is edited", () => {
  it("in place, with a filled form, without refetching the list", async () => {
    answers("post", () => answer({ ...office, city: "Kozhikode", zip_code: "673001" }));
    const { person } = show();
    await person.click(await button(editOffice));
    const form = within(screen.getByRole("form", { name: "Edit address" }));
    const filled = ["First name", "Last name", "Address", "Country", "State", "City", "PIN or zip code"];
    expect(filled.map((label) => (form.getByLabelText(label) as HTMLInputElement).value)).toEqual([
      ...["Lakshmi", "Iyer", "7 Lake View Road", "India", "Kerala", "Kochi", "682001"],
    ]);
    expect(form.getByLabelText("First name")).toHaveFocus();
    const cities = within(form.getByLabelText("City")).getAllByRole("option");
    expect(cities.map(({ textContent }) => textContent)).toEqual([
      ...["Choose a city", "Kochi", "Thiruvananthapuram", "Kozhikode", "Thrissur", "Kollam", "Kannur", "Another city"],
    ]);
    await person.selectOptions(form.getByLabelText("City"), "Kozhikode");
    await person.clear(form.getByLabelText("PIN or zip code"));
    expect(form.getByRole("button", { name: "Save changes" })).toBeDisabled();
    await person.type(form.getByLabelText("PIN or zip code"), "673001");
    await person.click(form.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("Address updated successfully!")).toBeInTheDocument();
    expect(await screen.findByText("Kozhikode, Kerala 673001, India")).toBeInTheDocument();
    expect(screen.queryByRole("form")).not.toBeInTheDocument();
    expect(await button(editOffice)).toHaveFocus();
    const seen = { city: "Kochi", zipCode: "682001" };
    const body = { city: "Kozhikode", zipCode: "673001", seen, customerId: asha.id };
    expect(sent).toEqual([{ method: "post", id: "4", body }]);
    expect(loads).toBe(1);
  });

  it("only to a valid place, with an error at each field", async () => {
    answers("post", () => answer(office));
    const { person } = show();
    await person.click(await button(editOffice));
    const zip = screen.getByLabelText("PIN or zip code");
    for (const unfit of ["12", "000000", "ABCDEF"]) {
      await person.clear(zip);
      await person.type(zip, unfit);
      await person.click(await button("Save changes"));
      expect(zip).toHaveAccessibleDescription(/^Please enter a PIN code of six digits that does not begin with 0/);
    }
    expect(zip).toHaveFocus();
    expect(sent).toEqual([]);
    await person.selectOptions(screen.getByLabelText("Country"), "UK");
    await person.selectOptions(screen.getByLabelText("State"), "Wales");
    await person.selectOptions(screen.getByLabelText("City"), "Cardiff");
    await person.clear(zip);
    await person.type(zip, "CF10 1EP");
    expect(zip).toBeValid();
    await person.click(await button("Save changes"));
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it("and an invalid old one must be corrected", async () => {
    saved = [address({ state: "Tamil Nadu", city: "Los Angeles", zip_code: "12" })];
    const { person } = show();
    await person.click(await button(/^Edit/));
    await waitFor(() => expect(screen.getByLabelText("City")).toBeInvalid());
    expect(screen.getByLabelText("City")).toHaveAccessibleDescription(
      "Los Angeles is in California. Please choose that state, or another city",
    );
    expect(screen.getByLabelText("PIN or zip code")).toBeInvalid();
    expect(screen.getByLabelText("State")).toBeValid();
  });

  it("and what the shop refuses of it stands at its field", async () => {
    answers("post", () => refusal(422, "Please check: zipCode.", { errors: { zipCode: "is not of this city" } }));
    const { person } = show();
    await person.click(await button(editOffice));
    await person.click(await button("Save changes"));
    await waitFor(() =>
      expect(screen.getByLabelText("PIN or zip code")).toHaveAccessibleDescription("Is not of this city"),
    );
    expect(screen.getByLabelText("PIN or zip code")).toHaveFocus();
  });

  it("not at all where it is cancelled", async () => {
    const { person } = show();
    await person.click(await button(editOffice));
    await person.type(screen.getByLabelText("Address"), " and more");
    await person.click(await button("Cancel"));
    expect(await button(editOffice)).toHaveFocus();
    expect(screen.queryByText(/and more/)).not.toBeInTheDocument();
  });

  it("and what was typed waits while another form is open, until it is cancelled", async () => {
    const { person } = show();
    await button(editOffice);
    const addAnother = await button("Add a new address");
    await person.click(addAnother);
    await person.type(screen.getByLabelText("Address"), "9 Hill Road");
    await person.selectOptions(screen.getByLabelText("Country"), "India");
    await person.click(await button(editOffice));
    await person.type(screen.getByLabelText("Address"), " East");
    await person.click(addAnother);
    expect(screen.getByLabelText("Address")).toHaveValue("9 Hill Road");
    expect(screen.getByLabelText("Country")).toHaveValue("India");
    await person.click(await button("Cancel"));
    await person.click(await button(editOffice));
    expect(screen.getByLabelText("Address")).toHaveValue("7 Lake View Road East");
    await person.click(await button("Cancel"));
    await person.click(await button(editOffice));
    expect(screen.getByLabelText("Address")).toHaveValue("7 Lake View Road");
    await person.click(addAnother);
    expect(screen.getByLabelText("Address")).toHaveValue("");
  });

  it("and keeps a place that is not delivered to any more until another one is chosen", async () => {
    saved = [address({ country: "Ceylon", state: "Western", city: "Colombo" })];
    const { person } = show();
    await person.click(await button(/^Edit/));
    expect(screen.getByLabelText("Country")).toHaveValue("Ceylon");
    expect(screen.getByLabelText("State")).toHaveValue("Western");
    expect(screen.getByLabelText("City")).toHaveValue("Colombo");
    await person.selectOptions(screen.getByLabelText("Country"), "India");
    expect(screen.getByLabelText("State")).toHaveValue("");
    expect(within(screen.getByLabelText("State")).queryByText("Western")).not.toBeInTheDocument();
    expect(screen.getByLabelText("City")).toBeDisabled();
  });

  it("and what was typed stays where the shop refuses it; the list is looked at again", async () => {
    answers("post", () => refusal(404, "Address not found"));
    const { person } = show();
    await person.click(await button(editOffice));
    await person.type(screen.getByLabelText("Address"), " East");
    await person.click(await button("Save changes"));
    expect(await screen.findByText("Failed to update address. Please try again.")).toBeInTheDocument();
    await waitFor(() => expect(loads).toBe(2));
    expect(screen.getByLabelText("Address")).toHaveValue("7 Lake View Road East");
  });

  it("without what another window has changed meanwhile", async () => {
    answers("post", () => answer({ ...office, address: "8 Lake View Road", phone: "9840011122" }));
    const { person, store } = show();
    await person.click(await button(editOffice));
    await person.type(screen.getByLabelText(/^Phone number/), "9840011122");
    saved = [home, { ...office, address: "8 Lake View Road" }];
    act(() => void store.dispatch(api.util.invalidateTags(["Address"])));
    await waitFor(() => expect(screen.getByLabelText("Address")).toHaveValue("8 Lake View Road"));
    await person.click(await button("Save changes"));
    expect(await screen.findByText("Address updated successfully!")).toBeInTheDocument();
    expect(sent).toMatchObject([{ body: { phone: "9840011122", seen: { phone: "" }, customerId: asha.id } }]);
    expect(sent[0]?.body).not.toHaveProperty("address");
  });

  it("over another window's change only once that was seen", async () => {
    const theirs = { ...office, address: "8 Lake View Road" };
    const reason = "Address is “8 Lake View Road” now.";
    answers("post", () =>
      refusal(409, `${reason} Please look at it again.`, { errors: { address: reason }, data: theirs as never }),
    );
    const { person } = show();
    await person.click(await button(editOffice));
    await person.type(screen.getByLabelText("Address"), " East");
    await person.click(await button("Save changes"));
    expect(await screen.findByText(`${reason} Please look at it again.`)).toBeInTheDocument();
    expect(screen.getByLabelText("Address")).toHaveAccessibleDescription(expect.stringContaining(reason));
    expect(screen.getByLabelText("Address")).toHaveValue("7 Lake View Road East");
    saved = [home, theirs];
    await person.click(await button("Save changes"));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(({ body }) => (body as { seen: unknown }).seen)).toEqual([
      { address: "7 Lake View Road" },
      { address: "8 Lake View Road" },
    ]);
  });

  it("and what was typed outlives the page, but not once the page is seen again", async () => {
    const seen = (state: DocumentVisibilityState) => {
      vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
      document.dispatchEvent(new Event("visibilitychange"));
    };
    const first = show();
    await first.person.click(await button(editOffice));
    await first.person.type(screen.getByLabelText("Address"), ", upstairs");
    seen("hidden");
    first.unmount();

    const second = show();
    expect(await screen.findByText("What you had typed is here again.")).toBeInTheDocument();
    expect(screen.getByLabelText("Address")).toHaveValue("7 Lake View Road, upstairs");
    seen("hidden");
    seen("visible");
    second.unmount();

    show();
    expect(await button(editOffice)).toBeInTheDocument();
    expect(screen.queryByLabelText("Address")).not.toBeInTheDocument();
    vi.restoreAllMocks();
  });

  it.each([
    ["here", sessionEnded({ role: "customer" })],
    ["in another tab first", changedInAnotherTab({ authUser: null, ending: null })],
  ])("and what was typed outlives the session, at its address, where the end is known %s", async (_where, end) => {
    const { person, store } = show();
    await person.click(await button(editOffice));
    await person.type(screen.getByLabelText("Address"), " East");
    act(() => void store.dispatch(end));
    expect(await screen.findByText("the sign-in")).toBeInTheDocument();
    act(() => void store.dispatch(shopperSignedIn(asha)));
    expect(await screen.findByText("What you had typed is here again.")).toBeInTheDocument();
    expect(screen.getByRole("form", { name: "Edit address" })).toBeInTheDocument();
    expect(screen.getByLabelText("Address")).toHaveValue("7 Lake View Road East");
    expect(screen.getByLabelText("City")).toHaveValue("Kochi");
    expect(await button("Edit Asha Verma, 12 Second Main Road")).toBeInTheDocument();
  });
});

describe("an address that another window removes", () => {
  const follow = (store: AppStore, now: Address[]) => {
    saved = now;
    act(() => void store.dispatch(api.util.invalidateTags(["Address"])));
  };

  it.each([
    ["among others", () => [home]],
    ["as the only one", () => []],
  ])("keeps its form with what was typed, as a new address: %s", async (_which, left) => {
    answers("post", () => answer({ ...office, id: 9 }));
    const { person, store } = show();
    await person.click(await button(editOffice));
    await person.type(screen.getByLabelText("Address"), " East");
    follow(store, left());
    expect(await screen.findByRole("alert")).toHaveTextContent("This address was removed in another window.");
    expect(screen.getByRole("form", { name: "New address" })).toBeInTheDocument();
    expect(screen.getByLabelText("Address")).toHaveValue("7 Lake View Road East");
    expect(screen.getByLabelText("Address")).toHaveFocus();
    await person.click(await button("Save Address"));
    expect(await screen.findByText("Address saved successfully!")).toBeInTheDocument();
    expect(sent).toMatchObject([{ id: null, body: { address: "7 Lake View Road East", city: "Kochi" } }]);
    expect(screen.queryByRole("form")).not.toBeInTheDocument();
    expect(await button(editOffice)).toHaveFocus();
  });

  it("is left by Cancel", async () => {
    const { person, store } = show();
    await person.click(await button(editOffice));
    follow(store, [home]);
    await screen.findByRole("alert");
    await person.click(await button("Cancel"));
    expect(screen.queryByRole("form")).not.toBeInTheDocument();
    expect(await button("Add a new address")).toHaveFocus();
  });
});

describe("an address is removed", () => {
  it("after a confirmation, without refetching the list", async () => {
    answers("delete", () => answer(null));
    const { person } = show();
    await person.click(await button(removeOffice));
    const question = await screen.findByRole("dialog", { name: "Lakshmi Iyer" });
    expect(question).toHaveTextContent("Are you sure you want to remove the address 7 Lake View Road, Kochi?");
    await person.click(within(question).getByRole("button", { name: "Keep it" }));
    expect(sent).toEqual([]);
    await person.click(await button(removeOffice));
    await person.click(await button("Remove"));
    expect(await screen.findByText("Address removed successfully!")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText("Lakshmi Iyer")).not.toBeInTheDocument());
    expect(sent).toEqual([{ method: "delete", id: "4", body: undefined }]);
    expect(loads).toBe(1);
  });

  it("and stays where the shop refuses it", async () => {
    answers("delete", () => refusal(503, "Please try again."));
    const { person } = show();
    await person.click(await button(removeOffice));
    await person.click(await button("Remove"));
    expect(await screen.findByText("Failed to remove address. Please try again.")).toBeInTheDocument();
    expect(await button(removeOffice)).toBeInTheDocument();
  });

  it("and another one stays chosen; where it was the chosen one itself, the newest is", async () => {
    answers("delete", () => answer(null));
    saved = [home, office, address({ id: 1, name: "Ravi Kumar" })];
    const { person } = show(true);
    await person.click(await screen.findByRole("radio", { name: /Lakshmi/ }));
    await person.click(await button(/^Remove Ravi/));
    await person.click(await button("Remove"));
    await waitFor(() => expect(screen.queryByText("Ravi Kumar")).not.toBeInTheDocument());
    expect(screen.getByRole("radio", { name: /Lakshmi/ })).toBeChecked();
    await person.click(await button(/^Edit Lakshmi/));
    await person.click(await button("Cancel"));
    expect(screen.getByRole("radio", { name: /Lakshmi/ })).toBeChecked();
    await person.click(await button(removeOffice));
    await person.click(await button("Remove"));
    await waitFor(() => expect(screen.getByRole("radio", { name: /Asha/ })).toBeChecked());
  });
});

it("chooses a new address, and leaves the choice when another one is edited", async () => {
  const ravi = address({ id: 9, name: "Ravi Kumar", address: home.address });
  answers("post", () => answer(ravi));
  const { person } = show(true);
  await person.click(await screen.findByRole("radio", { name: /Lakshmi/ }));
  await person.click(await button("Add a new address"));
  await person.type(screen.getByLabelText("Address"), home.address);
  await person.type(screen.getByLabelText("PIN or zip code"), "600001");
  await person.click(await button("Save Address"));
  await waitFor(() => expect(screen.getByRole("radio", { name: /Ravi/ })).toBeChecked());
  await person.click(screen.getByRole("radio", { name: /Lakshmi/ }));
  await person.click(await button(/^Edit Ravi/));
  await person.click(await button("Save changes"));
  await waitFor(() => expect(screen.getByRole("radio", { name: /Ravi/ })).toBeInTheDocument());
  expect(screen.getByRole("radio", { name: /Lakshmi/ })).toBeChecked();
});

it("says why no more can be saved, and keeps what was typed", async () => {
  const full = "50 addresses are saved already. Please remove one first.";
  answers("post", () => refusal(409, full));
  const { person } = show();
  await button(editOffice);
  await person.click(await button("Add a new address"));
  await person.type(screen.getByLabelText("Address"), home.address);
  await person.type(screen.getByLabelText("PIN or zip code"), "600001");
  await person.click(await button("Save Address"));
  expect(await screen.findByText(full)).toBeInTheDocument();
  expect(screen.getByLabelText("Address")).toHaveValue(home.address);
});

it("offers to add the first one, and shows it", async () => {
  saved = [];
  answers("post", () => answer(home));
  const { person } = show();
  expect(await screen.findByRole("heading", { name: "No saved addresses" })).toBeInTheDocument();
  await person.click(await button("Add a new address"));
  expect(screen.getByLabelText("First name")).toHaveFocus();
  await person.click(await button("Cancel"));
  expect(await button("Add a new address")).toHaveFocus();
  await person.click(await button("Add a new address"));
  await person.type(screen.getByLabelText("Address"), home.address);
  await person.selectOptions(screen.getByLabelText("Country"), "India");
  await person.selectOptions(screen.getByLabelText("State"), "Tamil Nadu");
  await person.selectOptions(screen.getByLabelText("City"), "Chennai");
  await person.type(screen.getByLabelText("PIN or zip code"), "600001");
  await person.click(await button("Save Address"));
  expect(await screen.findByText("Chennai, Tamil Nadu 600001, India")).toBeInTheDocument();
  expect(screen.queryByRole("form")).not.toBeInTheDocument();
});

it("leaves the focus where the shopper is by the time another window saves the first one", async () => {
  saved = [];
  const { person, store } = show();
  await person.click(await button("Add a new address"));
  await person.click(await button("Cancel"));
  act(() => screen.getByRole("button", { name: "Add a new address" }).blur());
  saved = [home];
  act(() => void store.dispatch(api.util.invalidateTags(["Address"])));
  await button(/^Edit/);
  expect(document.body).toHaveFocus();
});

it.each([
  ["533464", "Puducherry", "Yanam"],
  ["396210", "Dadra and Nagar Haveli and Daman and Diu", "Daman"],
  ["682 555", "Lakshadweep", "Kavaratti"],
  ["797001", "Nagaland", "Kohima"],
  ["416416", "Maharashtra", ""],
])("fills the state of the PIN code %s, and its city where the code tells it", async (pin, state, city) => {
  saved = [];
  const { person } = show();
  await person.click(await button("Add a new address"));
  await person.type(screen.getByLabelText("PIN or zip code"), pin);
  expect(screen.getByLabelText("State")).toHaveValue(state);
  expect(screen.getByLabelText("City")).toHaveValue(city);
});

it("fills state and city from the PIN code, and takes a city that is not in the list", async () => {
  saved = [];
  answers("post", () => answer(home));
  const { person } = show();
  await person.click(await button("Add a new address"));
  expect(screen.getByLabelText("Country")).toHaveValue("India");
  await person.type(screen.getByLabelText("PIN or zip code"), "500034");
  expect(screen.getByLabelText("State")).toHaveValue("Telangana");
  expect(screen.getByLabelText("City")).toHaveValue("Hyderabad");
  await person.clear(screen.getByLabelText("PIN or zip code"));
  await person.type(screen.getByLabelText("PIN or zip code"), "737101");
  expect(screen.getByLabelText("State")).toHaveValue("Sikkim");
  expect(screen.getByLabelText("City")).toHaveValue("Gangtok");
  await person.selectOptions(screen.getByLabelText("State"), "Goa");
  await person.selectOptions(screen.getByLabelText("City"), "Another city");
  expect(screen.getByLabelText("City")).toHaveFocus();
  await person.type(screen.getByLabelText("City"), "Mapusa");
  await waitFor(() =>
    expect(screen.getByLabelText("PIN or zip code")).toHaveAccessibleDescription("737101 is a PIN code of Sikkim"),
  );
  await person.clear(screen.getByLabelText("PIN or zip code"));
  await person.type(screen.getByLabelText("PIN or zip code"), "403507");
  expect(screen.getByLabelText("City")).toHaveValue("Mapusa");
  await person.type(screen.getByLabelText("Address"), "3 Fort Road");
  await person.click(screen.getByLabelText("Deliver here by default"));
  await person.click(await button("Save Address"));
  await waitFor(() =>
    expect(sent[0]?.body).toMatchObject({ state: "Goa", city: "Mapusa", zipCode: "403507", isDefault: true }),
  );
});

it("keeps the field of a city that is not in the list while its name is typed again", async () => {
  saved = [address({ id: 4, name: "Lakshmi Iyer", city: "Mapusa", state: "Goa", zip_code: "403507" })];
  const { person } = show();
  await person.click(await button(/^Edit Lakshmi/));
  const city = screen.getByRole("textbox", { name: "City" });
  expect(city).toHaveValue("Mapusa");
  await person.clear(city);
  await person.type(city, "Ponda");
  expect(screen.getByRole("textbox", { name: "City" })).toHaveFocus();
  expect(screen.getByRole("textbox", { name: "City" })).toHaveValue("Ponda");
  await person.click(await button("Choose from the list"));
  expect(screen.getByRole("combobox", { name: "City" })).toHaveFocus();
});
