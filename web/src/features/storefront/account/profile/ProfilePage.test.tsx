import { setupListeners } from "@reduxjs/toolkit/query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { useAppSelector } from "@/app/hooks";
import { makeStore } from "@/app/store";
import { phoneRule } from "@/shared/addresses/contactRules";
import { selectAuthUser, shopperSignedIn } from "@/shared/session/sessionSlice";
import { address, asha } from "@/shared/test/fixtures";
import { latch } from "@/shared/test/latch";
import { renderWith } from "@/shared/test/render";
import { repeatFailed } from "@/shared/test/repeat";
import { answer, refusal, server } from "@/shared/test/server";
import { Toasts } from "@/shared/toasts/Toasts";
import { selectToasts } from "@/shared/toasts/toastsSlice";
import { ProfilePage } from "./ProfilePage";

const confirmed = { email: asha.email, emailConfirmed: true, pendingEmail: null as string | null };
const since = "2026-11-20T05:00:00.000Z";
const signIns = [
  {
    id: 1,
    device: "Chrome on Windows",
    address: "203.0.113.5",
    place: "This network",
    isThis: true,
    isNewDevice: false,
    since,
    lastSeenAt: since,
  },
  {
    id: 2,
    device: "Safari on iPhone",
    address: "203.0.113.7",
    place: "Another network",
    isThis: false,
    isNewDevice: true,
    since,
    lastSeenAt: since,
  },
];
let confirmation: typeof confirmed;
let addresses: () => ReturnType<typeof refusal> | Promise<ReturnType<typeof refusal>>;
beforeEach(() => {
  confirmation = confirmed;
  addresses = () => answer([address()] as never);
});

function Page() {
  const user = useAppSelector(selectAuthUser);
  return user && <ProfilePage user={user} />;
}
function show(phone: string | null = asha.phone, known = { ...asha, phone }, path = "/profile") {
  server.use(
    http.get("*/api/customer/me/", () => answer(known)),
    http.get("*/api/address/", () => addresses()),
    http.get("*/api/customer/confirmEmail/", () => answer(confirmation)),
    http.get("*/api/customer/sessions/", () => answer(signIns)),
    http.get("*/api/customer/data/", () => answer({ export: null, openOrders: [] })),
  );
  const store = makeStore("customer");
  onTestFinished(setupListeners(store.dispatch));
  store.dispatch(shopperSignedIn({ ...asha, phone }));
  const view = renderWith(
    store,
    <>
      <Page />
      <Toasts />
    </>,
    path,
  );
  return { ...view, store };
}

describe("the profile", () => {
  it("says what is not provided", () => {
    show(null);
    expect(screen.getByText("Not Provided")).toBeInTheDocument();
  });

  it.each([
    [{ ...confirmed, emailConfirmed: false }, `${asha.email} is not confirmed yet`],
    [{ ...confirmed, pendingEmail: "new@mail.example" }, "new@mail.example becomes your address once"],
  ])("says which address waits for its mailbox, and has the link sent again", async (given, sentence) => {
    confirmation = given;
    const { person } = show();
    const button = await screen.findByRole("button", { name: "Send the link again" });
    expect(button.parentElement).toHaveTextContent(sentence);
    server.use(http.post("*/api/customer/confirmEmail/", () => answer(null)));
    await person.click(button);
    expect(await screen.findByText(`We have sent a link to ${given.pendingEmail ?? given.email}.`)).toBeInTheDocument();
  });

  it.each(["Send the link again", `Keep ${asha.email}`])(
    "leaves the end of a session to the sign-in: %s",
    async (action) => {
      confirmation = { ...confirmed, pendingEmail: "new@mail.example" };
      const { person, store } = show();
      server.use(http.post("*/api/customer/confirmEmail/", () => refusal(401, "Please sign in again.")));
      await person.click(await screen.findByRole("button", { name: action }));
      await waitFor(() => expect(selectAuthUser(store.getState())).toBeNull());
      expect(selectToasts(store.getState())).toEqual([]);
    },
  );

  it("keeps the present address instead of the one that waits for its mailbox", async () => {
    confirmation = { ...confirmed, pendingEmail: "typo@mail.example" };
    const asked: (string | null)[] = [];
    server.use(
      http.post("*/api/customer/confirmEmail/", ({ request }) => {
        asked.push(new URL(request.url).searchParams.get("flag"));
        confirmation = confirmed;
        return answer(null);
      }),
    );
    const { person } = show();
    await person.click(await screen.findByRole("button", { name: `Keep ${asha.email}` }));
    expect(await screen.findByText(`${asha.email} stays your address.`)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText(/becomes your address/)).not.toBeInTheDocument());
    expect(asked).toEqual(["keep"]);
    expect(screen.getByRole("heading", { name: "Details" })).toHaveFocus();
  });

  it("keeps it without taking the focus from where the shopper is by then", async () => {
    confirmation = { ...confirmed, pendingEmail: "typo@mail.example" };
    const { opened, open } = latch();
    server.use(
      http.post("*/api/customer/confirmEmail/", async () => {
        await opened;
        confirmation = confirmed;
        return answer(null);
      }),
    );
    const { person } = show();
    await person.click(await screen.findByRole("button", { name: `Keep ${asha.email}` }));
    const elsewhere = screen.getByRole("button", { name: "Edit your details" });
    elsewhere.focus();
    open();
    await waitFor(() => expect(screen.queryByText(/becomes your address/)).not.toBeInTheDocument());
    expect(elsewhere).toHaveFocus();
  });

  it("shows the part that a link names, with the focus on it, once what is above is loaded", async () => {
    const { opened: held, open: letGo } = latch();
    addresses = () => held.then(() => answer([address()] as never));
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    show(asha.phone, asha, "/profile#notifications");
    const part = screen.getByRole("region", { name: "News by mail and on this device" });
    expect(scrolled).not.toHaveBeenCalled();
    letGo();
    await waitFor(() => expect(part).toHaveFocus());
    expect(scrolled.mock.contexts).toEqual([part]);
  });

  it("shows that part once, though the addresses did not come and are asked for again", async () => {
    const { opened: held, open: letGo } = latch();
    addresses = () => refusal(503, "Away.");
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    const { store } = show(asha.phone, asha, "/profile#notifications");
    const part = screen.getByRole("region", { name: "News by mail and on this device" });
    await waitFor(() => expect(part).toHaveFocus());
    const times = scrolled.mock.calls.length;
    addresses = () => held.then(() => answer([address()] as never));
    await repeatFailed(store, "getAddresses");
    letGo();
    expect(await screen.findByText(/12 Second Main Road/)).toBeInTheDocument();
    expect(scrolled).toHaveBeenCalledTimes(times);
  });

  it("is brought up to date with what another device changed", async () => {
    show(null, { ...asha, name: "Asha Rao" });
    expect(await screen.findByText("Asha Rao")).toBeInTheDocument();
  });

  it("is changed by its shopper", async () => {
    let sent: unknown;
    server.use(
      http.post("*/api/customer/", async ({ request }) => {
        sent = await request.json();
        return answer({ ...asha, name: "Asha Rao" });
      }),
    );
    const { person } = show();
    await person.click(screen.getByRole("button", { name: "Edit your details" }));
    await person.clear(screen.getByLabelText("Full name"));
    await person.type(screen.getByLabelText("Full name"), "Asha Rao");
    await person.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("Profile updated")).toBeInTheDocument();
    expect(screen.getByText("Asha Rao")).toBeInTheDocument();
    expect(sent).toEqual({ id: asha.id, name: "Asha Rao" });
  });

  it("says at its field what the shop refuses", async () => {
    server.use(
      http.post("*/api/customer/", () => refusal(409, "Taken", { errors: { email: "This e-mail address is taken." } })),
    );
    const { person } = show();
    await person.click(screen.getByRole("button", { name: "Edit your details" }));
    expect(screen.queryByLabelText("Current password")).not.toBeInTheDocument();
    await person.type(screen.getByLabelText("Full name"), "!");
    await person.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("This e-mail address is taken.")).toBeInTheDocument();
  });

  it("asks for the current password before it changes how one signs in", async () => {
    const sent: Record<string, unknown>[] = [];
    server.use(
      http.post("*/api/customer/", async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>;
        sent.push(body);
        const sentence = "The current password is not right.";
        if (body.currentPassword !== "Shopper@2026")
          return refusal(403, sentence, { errors: { currentPassword: sentence } });
        return answer({ ...asha, email: "new@swarna.example" });
      }),
    );
    const { person } = show();
    await person.click(screen.getByRole("button", { name: "Edit your details" }));
    expect(screen.queryByLabelText("Current password")).not.toBeInTheDocument();
    await person.clear(screen.getByLabelText("Email"));
    await person.type(screen.getByLabelText("Email"), "new@swarna.example");
    await person.clear(screen.getByLabelText("Full name"));
    await person.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("Please enter your current password")).toBeInTheDocument();
    expect(screen.getByText("Please enter your full name")).toBeInTheDocument();
    expect(sent).toEqual([]);

    await person.type(screen.getByLabelText("Full name"), "Asha");
    await person.type(screen.getByLabelText("Current password"), "Wrong@2026");
    await person.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("The current password is not right.")).toBeInTheDocument();
    await person.clear(screen.getByLabelText("Current password"));
    await person.type(screen.getByLabelText("Current password"), "Shopper@2026");
    await person.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("Profile updated")).toBeInTheDocument();
    expect(sent).toHaveLength(2);
  });

  it("follows an address that was confirmed elsewhere, in its open form too", async () => {
    confirmation = { ...confirmed, pendingEmail: "new@swarna.example" };
    const { person } = show();
    await screen.findByText("new@swarna.example");
    server.use(http.get("*/api/customer/me/", () => answer({ ...asha, email: "new@swarna.example" })));
    confirmation = { ...confirmed, email: "new@swarna.example" };
    fireEvent.focus(window);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Send the link again" })).not.toBeInTheDocument());
    expect(await screen.findByText("new@swarna.example")).toBeInTheDocument();

    await person.click(screen.getByRole("button", { name: "Edit your details" }));
    server.use(http.get("*/api/customer/me/", () => answer({ ...asha, email: "newer@swarna.example" })));
    fireEvent.focus(window);
    await waitFor(() => expect(screen.getByLabelText("Email")).toHaveValue("newer@swarna.example"));
    expect(screen.queryByLabelText("Current password")).not.toBeInTheDocument();
  });

  it("shows in its open form what staff corrected meanwhile, and does not put it back", async () => {
    const sent: unknown[] = [];
    const corrected = { ...asha, name: "Asha Rao", phone: "+91 98450 22222" };
    server.use(
      http.post("*/api/customer/", async ({ request }) => {
        sent.push(await request.json());
        return answer(corrected);
      }),
    );
    const { person } = show();
    await person.click(screen.getByRole("button", { name: "Edit your details" }));
    await person.clear(screen.getByLabelText("Full name"));
    await person.type(screen.getByLabelText("Full name"), "Asha V.");
    server.use(http.get("*/api/customer/me/", () => answer(corrected)));
    fireEvent.focus(window);
    await waitFor(() => expect(screen.getByLabelText("Phone")).toHaveValue("+91 98450 22222"));
    expect(screen.getByLabelText("Full name")).toHaveValue("Asha V.");
    await person.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("Profile updated")).toBeInTheDocument();
    expect(sent).toEqual([{ id: asha.id, name: "Asha V." }]);
  });

  it("is saved with the phone that staff stored in another form, but not with another such", async () => {
    const sent: unknown[] = [];
    const stored = { ...asha, phone: "044 24345678, 98410 55001" };
    server.use(
      http.post("*/api/customer/", async ({ request }) => {
        sent.push(await request.json());
        return answer({ ...stored, name: "Asha V." });
      }),
    );
    const { person } = show(stored.phone);
    await person.click(screen.getByRole("button", { name: "Edit your details" }));
    await person.clear(screen.getByLabelText("Full name"));
    await person.type(screen.getByLabelText("Full name"), "Asha V.");
    await person.type(screen.getByLabelText("Phone"), "2");
    await person.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText(phoneRule)).toBeInTheDocument();
    await person.type(screen.getByLabelText("Phone"), "{Backspace}");
    await person.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("Profile updated")).toBeInTheDocument();
    expect(sent).toEqual([{ id: asha.id, name: "Asha V." }]);
  });

  it("moves the focus into a form that is opened, and back to its button", async () => {
    const { person } = show();
    const edit = () => screen.getByRole("button", { name: "Edit your details" });
    expect(edit()).not.toHaveFocus();
    for (const leave of ["Cancel", "Save changes"]) {
      await person.click(edit());
      expect(screen.getByLabelText("Full name")).toHaveFocus();
      await person.click(screen.getByRole("button", { name: leave }));
      await waitFor(() => expect(edit()).toHaveFocus());
    }
    await person.click(screen.getByRole("button", { name: "Change your password" }));
    expect(screen.getByLabelText("Current password")).toHaveFocus();
    await person.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.getByRole("button", { name: "Change your password" })).toHaveFocus();
  });

  it("is not sent where nothing was changed", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post("*/api/customer/", async ({ request }) => {
        sent.push(await request.json());
        return answer(asha);
      }),
    );
    const { person } = show();
    await person.click(screen.getByRole("button", { name: "Edit your details" }));
    await person.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("Profile updated")).toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  it("asks for the current password where the shop asks for it", async () => {
    const sentence = "Please enter your current password.";
    server.use(
      http.post("*/api/customer/", async ({ request }) => {
        const { currentPassword } = (await request.json()) as Record<string, unknown>;
        return currentPassword ? answer(asha) : refusal(403, sentence, { errors: { currentPassword: sentence } });
      }),
    );
    const { person } = show();
    await person.click(screen.getByRole("button", { name: "Edit your details" }));
    await person.type(screen.getByLabelText("Full name"), "!");
    await person.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText("Current password")).toHaveFocus());
    await person.type(screen.getByLabelText("Current password"), "Shopper@2026");
    await person.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("Profile updated")).toBeInTheDocument();
  });

  it("has its password changed by its own form, with the current one", async () => {
    const sent: Record<string, unknown>[] = [];
    server.use(
      http.post("*/api/customer/", async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>;
        sent.push(body);
        const sentence = "The current password is not right.";
        if (body.currentPassword !== "Shopper@2026")
          return refusal(403, sentence, { errors: { currentPassword: sentence } });
        return answer(asha);
      }),
    );
    const { person } = show();
    await person.click(screen.getByRole("button", { name: "Change your password" }));
    await person.type(screen.getByLabelText("New password"), "short");
    await person.click(screen.getByRole("button", { name: "Save password" }));
    expect(screen.getByText(/^Password must be at least 8 characters/)).toBeInTheDocument();
    expect(screen.getByText("Please enter your current password")).toBeInTheDocument();
    expect(sent).toEqual([]);

    await person.clear(screen.getByLabelText("New password"));
    await person.type(screen.getByLabelText("New password"), "Another@2026");
    await person.type(screen.getByLabelText("Current password"), "Wrong@2026");
    await person.click(screen.getByRole("button", { name: "Save password" }));
    expect(await screen.findByText("The current password is not right.")).toBeInTheDocument();
    expect(screen.getByLabelText("Current password")).toHaveFocus();
    await person.clear(screen.getByLabelText("Current password"));
    await person.type(screen.getByLabelText("Current password"), "Shopper@2026");
    await person.click(screen.getByRole("button", { name: "Save password" }));
    expect(await screen.findByText("Password changed")).toBeInTheDocument();
    expect(sent.at(-1)).toEqual({ id: asha.id, currentPassword: "Shopper@2026", password: "Another@2026" });
    expect(screen.queryByLabelText("New password")).not.toBeInTheDocument();
  });

  it("lists the saved addresses, or says why it cannot and tries again", async () => {
    addresses = () => refusal(500, "The shop is asleep.");
    const { person } = show();
    expect(await screen.findByText("Failed to load addresses")).toBeInTheDocument();
    addresses = () => answer([address()] as never);
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Chennai, Tamil Nadu 600001, India")).toBeInTheDocument();
    expect(screen.queryByRole("radio")).not.toBeInTheDocument();
    expect(screen.getByRole("region", { name: "Saved addresses" })).toBeInTheDocument();
  });
});

describe("sign-ins", () => {
  /** Ends a sign-in, then takes it off the list. */
  function serveEnd(ended: unknown[] = [], held?: Promise<void>) {
    server.use(
      http.delete("*/api/customer/sessions/", async ({ request }) => {
        await held;
        ended.push(new URL(request.url).searchParams.get("id"));
        server.use(http.get("*/api/customer/sessions/", () => answer(signIns.slice(0, 1))));
        return answer(null);
      }),
    );
  }
  const end = "End the sign-in with Safari on iPhone";

  it("are listed, and another one can be ended", async () => {
    const ended: unknown[] = [];
    const { person } = show();
    serveEnd(ended);
    expect(await screen.findByText("this device")).toBeInTheDocument();
    expect(screen.getByText("first time")).toBeInTheDocument();
    expect(screen.getByText(/^Another network, 203.0.113.7, since /)).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: end }));
    expect(await screen.findByText("The sign-in with Safari on iPhone is ended")).toBeInTheDocument();
    expect(ended).toEqual(["2"]);
    await waitFor(() => expect(screen.queryByRole("button", { name: end })).not.toBeInTheDocument());
    expect(screen.getByRole("heading", { name: "My sign-ins" })).toHaveFocus();
  });

  it("are ended without taking the focus from where the shopper is by then", async () => {
    const { opened, open } = latch();
    const { person } = show();
    serveEnd([], opened);
    await person.click(await screen.findByRole("button", { name: end }));
    const elsewhere = screen.getByRole("button", { name: "Change your password" });
    elsewhere.focus();
    open();
    await waitFor(() => expect(screen.queryByRole("button", { name: end })).not.toBeInTheDocument());
    expect(elsewhere).toHaveFocus();
  });

  it("and notifications are looked at again when the window is", async () => {
    const choices = { mails: ["orders"], hasNewsletter: false, newsletterAsked: false, pushKey: "" };
    server.use(http.get("*/api/notification/", () => answer(choices)));
    show();
    const byMail = () => screen.getByRole("switch", { name: "Orders, by mail" });
    await waitFor(() => expect(byMail()).toBeChecked());
    server.use(
      http.get("*/api/notification/", () => answer({ ...choices, mails: [] })),
      http.get("*/api/customer/sessions/", () => answer([...signIns, { ...signIns[1], id: 3, device: "Edge" }])),
    );
    fireEvent.focus(window);
    await waitFor(() => expect(byMail()).not.toBeChecked());
    expect(await screen.findByText("Edge")).toBeInTheDocument();
  });
});
