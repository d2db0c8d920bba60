import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { admin, openAdmin, serveOrders } from "@/app/admin/test/adminApp";
import { dayOf } from "@/shared/format";
import { answer, refusal, server } from "@/shared/test/server";

const member = {
  ...{ id: 1, name: "Karthik Rao", email: "karthik@swarna.test", roles: ["owner"], createdAt: "2026-01-01T00:00:00Z" },
  ...{ lastSeenAt: new Date().toISOString(), disabledAt: null, disabledBy: null, secondFactorSince: null },
};
const priya = {
  ...member,
  id: 2,
  name: "Priya Menon",
  email: "priya@swarna.test",
  roles: ["orders"],
  lastSeenAt: null,
};
const neha = { ...priya, id: 3, name: "Neha Varma", disabledAt: "2026-10-01T05:00:00Z", disabledBy: "Karthik Rao" };
const invitation = {
  ...{ id: 5, email: "r.balan@auditors.test", roles: ["viewer"], invitedBy: "Karthik Rao", isExpired: false },
  ...{ sentAt: new Date().toISOString(), expiresAt: new Date(Date.now() + 53.5 * 3_600_000).toISOString() },
};
const access = [{ about: "Refunds", readers: ["owner", "finance"], writers: ["owner", "finance"] }];

const serveStaff = (members: object[], secondFactorRequiredFrom: string | null = null) =>
  server.use(
    http.get("*/api/admin/staff/", () =>
      answer({
        ...{ members, invitations: [invitation], access, secondFactorRequiredFrom },
        secondFactorRequired: secondFactorRequiredFrom !== null,
      }),
    ),
  );

function openStaff(members = [member, priya, neha], secondFactorRequiredFrom: string | null = null) {
  serveOrders([]);
  serveStaff(members, secondFactorRequiredFrom);
  return openAdmin("/admin/staff");
}

const rowOf = async (name: string) =>
  within((await screen.findByText(name, { selector: "b" })).closest("tr") as HTMLElement);

test("it shows who may sign in, who is invited, and that the last owner stays", async () => {
  openStaff();
  const table = within(await screen.findByRole("region", { name: "Members of staff" }));
  const own = within((await table.findByText("karthik@swarna.test")).closest("tr") as HTMLElement);
  expect(own.getByText("the last owner stays")).toBeInTheDocument();
  expect(own.queryByRole("button", { name: /Disable/ })).not.toBeInTheDocument();
  expect((await rowOf("Priya Menon")).getByRole("button", { name: "Disable Priya Menon" })).toBeInTheDocument();
  expect((await rowOf("Neha Varma")).getByText("Disabled by Karthik Rao, 1 Oct")).toBeInTheDocument();
  expect((await rowOf("r.balan@auditors.test")).getByText("Link good for 54 h")).toBeInTheDocument();
  expect(screen.getByText("2 active, 1 invited, 1 disabled")).toBeInTheDocument();
});

test("an invitation that was just sent is good for no longer than it is", async () => {
  const whole = 72 * 3_600_000;
  serveOrders([]);
  const sent = Date.now() + 15_000; // the shared clock of the page lags behind by up to 20 seconds
  server.use(
    http.get("*/api/admin/staff/", () =>
      answer({
        ...{ members: [member], access, secondFactorRequiredFrom: null, secondFactorRequired: false },
        invitations: [
          { ...invitation, sentAt: new Date(sent).toISOString(), expiresAt: new Date(sent + whole).toISOString() },
        ],
      }),
    ),
  );
  openAdmin("/admin/staff");
  expect((await rowOf("r.balan@auditors.test")).getByText("Link good for 72 h")).toBeInTheDocument();
});

test("an invitation needs a role, and its refusal is shown", async () => {
  const sent: unknown[] = [];
  const { person } = openStaff();
  server.use(
    http.post("*/api/admin/staff/invitation/", async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1 ? refusal(409, "This address is invited already.") : answer(invitation);
    }),
  );
  await person.click(await screen.findByRole("button", { name: "Invite" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Invite" }));
  await person.type(dialog.getByLabelText("Email"), "meena@swarna.test");
  await person.click(dialog.getByRole("checkbox", { name: /^orders/ }));
  await person.click(dialog.getByRole("button", { name: "Send" }));
  expect(dialog.getByRole("alert")).toHaveTextContent("Please choose at least one role.");
  await person.click(dialog.getByRole("checkbox", { name: /^viewer/ }));
  expect(dialog.getByText(/does not see: refunds/)).toBeInTheDocument();
  await person.click(dialog.getByRole("button", { name: "Send" }));
  expect(await dialog.findByText("This address is invited already.")).toBeInTheDocument();
  await person.click(dialog.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("An invitation is on its way to meena@swarna.test")).toBeInTheDocument();
  expect(sent[1]).toEqual({ email: "meena@swarna.test", roles: ["viewer"] });
});

test("the invited person sets a name and a password", async () => {
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/admin/invitation/", () => answer({ ...invitation, invitedBy: admin.name })),
    http.post("*/api/admin/invitation/", async ({ request }) => {
      sent.push(await request.json());
      return answer(null);
    }),
  );
  const { person } = openAdmin("/admin/invitation?token=5.1.x", { signedIn: false });
  expect(await screen.findByText(/Karthik Rao invites r\.balan@auditors\.test, for: viewer/)).toBeInTheDocument();
  await person.type(screen.getByLabelText("Your name"), "R Balan");
  await person.type(screen.getByLabelText("Password"), "Secret@2026");
  await person.click(screen.getByRole("button", { name: "Join" }));
  expect(await screen.findByRole("link", { name: "Go to the sign-in" })).toBeInTheDocument();
  expect(sent).toEqual([{ token: "5.1.x", name: "R Balan", password: "Secret@2026" }]);
});

test("an owner requires a second factor of all from a day on", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/admin/staff/", async ({ request }) => {
      sent.push(await request.json());
      return answer(null);
    }),
  );
  const { person } = openStaff();
  await person.click(await screen.findByRole("switch", { name: "Second factor for all" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Second factor for all" }));
  const day = dialog.getByLabelText("From") as HTMLInputElement;
  const inAWeek = day.value;
  expect(Date.parse(inAWeek) - Date.now()).toBeGreaterThan(5 * 86_400_000);
  await person.click(dialog.getByRole("button", { name: "Require it" }));
  await expect.poll(() => sent).toEqual([{ isRequired: true, from: inAWeek }]);
});

test("a day that is past is not taken as today, from which on everyone would need one at once", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/admin/staff/", async ({ request }) => {
      sent.push(await request.json());
      return answer(null);
    }),
  );
  const { person } = openStaff();
  await person.click(await screen.findByRole("switch", { name: "Second factor for all" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Second factor for all" }));
  const day = dialog.getByLabelText("From");
  for (const past of ["0026-12-07", dayOf(Date.now() - 86_400_000)]) {
    fireEvent.change(day, { target: { value: past } });
    expect(day).toHaveAccessibleDescription("Please enter today or a later day");
    await person.click(dialog.getByRole("button", { name: "Require it" }));
  }
  fireEvent.change(day, { target: { value: dayOf(Date.now()) } });
  await person.click(dialog.getByRole("button", { name: "Require it" }));
  await expect.poll(() => sent).toEqual([{ isRequired: true }]);
});

test("who has none is asked to set it up, until that day", async () => {
  const from = new Date(Date.now() + 3 * 86_400_000).toISOString();
  openStaff([member, { ...priya, secondFactorSince: null } as never], from);
  expect((await rowOf("Priya Menon")).getByText(/^asked to set it up by /)).toBeInTheDocument();
  expect(screen.getByRole("switch", { name: /^Second factor for all, from / })).toBeChecked();
});

test("roles that a colleague changes meanwhile are told before they are changed back", async () => {
  const sent: unknown[] = [];
  const { person, arrive } = openStaff();
  server.use(
    http.post("*/api/admin/staff/", async ({ request }) => {
      sent.push(await request.json());
      const sentence = "Someone changed these roles meanwhile, to orders, finance. Look at them again.";
      return sent.length === 1 ? refusal(409, sentence) : answer(priya as never);
    }),
  );
  await person.click((await rowOf("Priya Menon")).getByRole("button", { name: "Edit roles of Priya Menon" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Roles of Priya Menon" }));
  await person.click(dialog.getByRole("checkbox", { name: /^viewer/ }));
  serveStaff([member, { ...priya, roles: ["orders", "finance"] }, neha]);
  arrive("staff.changed", { adminId: 2 });
  expect(await screen.findByText("finance", { selector: "td i" })).toBeInTheDocument();
  await person.click(dialog.getByRole("button", { name: "Save roles" }));
  expect(await dialog.findByText(/^Someone changed these roles meanwhile, to orders, finance/)).toBeInTheDocument();
  await person.click(dialog.getByRole("checkbox", { name: /^finance/ }));
  await person.click(dialog.getByRole("button", { name: "Save roles" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(sent).toEqual([
    { roles: ["orders", "viewer"], seenRoles: ["orders"] },
    { roles: ["orders", "viewer", "finance"], seenRoles: ["orders", "finance"] },
  ]);
});

test("roles that a colleague changes are shown in a dialog in which none is chosen yet", async () => {
  const { person, arrive } = openStaff();
  await person.click((await rowOf("Priya Menon")).getByRole("button", { name: "Edit roles of Priya Menon" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Roles of Priya Menon" }));
  serveStaff([member, { ...priya, roles: ["orders", "finance"] }, neha]);
  arrive("staff.changed", { adminId: 2 });
  await waitFor(() => expect(dialog.getByRole("checkbox", { name: /^finance/ })).toBeChecked());
});
