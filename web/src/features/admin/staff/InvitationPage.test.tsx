import { screen } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { openAdmin } from "@/app/admin/test/adminApp";
import { answer, refusal, server } from "@/shared/test/server";

const invitation = { email: "r.balan@auditors.test", roles: ["viewer"], invitedBy: "Karthik Rao" };

const openInvitation = () => openAdmin("/admin/invitation?token=abc", { signedIn: false });

test.each([
  [503, "The shop could not do this just now. Please try again."],
  [429, "Too many tries. Please wait a moment."],
])("an invitation that could not be loaded, by a %i, is loaded again on request", async (status, reason) => {
  server.use(http.get("*/api/admin/invitation/", () => refusal(status, "")));
  const { person } = openInvitation();
  expect(await screen.findByRole("heading", { name: "The invitation could not be loaded" })).toBeInTheDocument();
  expect(screen.getByText(reason)).toBeInTheDocument();
  server.use(http.get("*/api/admin/invitation/", () => answer(invitation)));
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Karthik Rao invites r.balan@auditors.test, for: viewer.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Join" })).toBeInTheDocument();
});

test.each([404, 422])("an invitation that is used up or wrong, by a %i, is not valid", async (status) => {
  const reason = "This invitation is not valid any more. Please ask an owner of the shop for a new one.";
  server.use(http.get("*/api/admin/invitation/", () => refusal(status, reason)));
  openInvitation();
  expect(await screen.findByRole("heading", { name: "This invitation is not valid" })).toBeInTheDocument();
  expect(screen.getByRole("alert")).toHaveTextContent(reason);
  expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
});
