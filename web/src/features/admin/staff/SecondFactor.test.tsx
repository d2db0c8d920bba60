import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { expect, test, vi } from "vitest";
import { admin, openAdmin, serveOrders } from "@/app/admin/test/adminApp";
import { answer, refusal, server } from "@/shared/test/server";

const again = () =>
  refusal(403, "Please enter your password or a code again.", { errors: { stepUp: "Please enter it again." } });
const codes = Array.from({ length: 10 }, (_, number) => `abcd-${2222 + number}`);

function openMe(me: object = admin) {
  serveOrders([]);
  server.use(
    http.get("*/api/admin/me/", () => answer(me)),
    http.get("*/api/admin/sessions/", () => answer([])),
    http.get("*/api/admin/secondFactor/", () => answer({ isOn: false, isRequired: false, recoveryCodesLeft: 0 })),
  );
  return openAdmin("/admin/me");
}

test("an old sign-in is asked for the password, and the call goes on", async () => {
  const sent: unknown[] = [];
  let isFresh = false;
  const { person } = openMe();
  server.use(
    http.post("*/api/admin/secondFactor/", () =>
      isFresh ? answer({ secret: "JBSWY3DPEHPK3PXP", link: "otpauth://x", code: "<svg/>" }) : again(),
    ),
    http.post("*/api/admin/verify/", async ({ request }) => {
      sent.push(await request.json());
      if (sent.length === 1)
        return refusal(403, "The password is not right.", { errors: { password: "It is not right." } });
      isFresh = true;
      return answer(null);
    }),
  );
  await person.click(await screen.findByRole("button", { name: "Set up" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Is it still you?" }));
  await person.type(dialog.getByLabelText("Your password"), "Wrong@2026");
  await person.click(dialog.getByRole("button", { name: "Go on" }));
  expect(await dialog.findByText("The password is not right.")).toBeInTheDocument();
  await person.click(dialog.getByRole("button", { name: "Go on" }));
  expect(await screen.findByRole("dialog", { name: "Set up the second factor" })).toBeInTheDocument();
  expect(screen.getByText("JBSW Y3DP EHPK 3PXP")).toBeInTheDocument();
  expect(sent).toEqual([{ password: "Wrong@2026" }, { password: "Wrong@2026" }]);
});

test("who closes the question gets the refusal", async () => {
  const { person } = openMe({ ...admin, hasSecondFactor: true });
  server.use(http.post("*/api/admin/secondFactor/", again));
  await person.click(await screen.findByRole("button", { name: "Set up" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Is it still you?" }));
  expect(dialog.getByLabelText("Code of your app, or a recovery code")).toBeInTheDocument();
  const [, close] = dialog.getAllByRole("button", { name: "Close" });
  await person.click(close as HTMLElement);
  expect(await screen.findByText("Please enter your password or a code again.")).toBeInTheDocument();
});

test("the key is copied, and a browser without a clipboard is said so", async () => {
  const { person } = openMe();
  server.use(
    http.post("*/api/admin/secondFactor/", () =>
      answer({ secret: "JBSWY3DPEHPK3PXP", link: "otpauth://x", code: "<svg/>" }),
    ),
  );
  await person.click(await screen.findByRole("button", { name: "Set up" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Set up the second factor" }));
  await person.click(dialog.getByRole("button", { name: "Copy the key" }));
  await person.click(await dialog.findByRole("button", { name: "Copied the key" }));
  expect(await navigator.clipboard.readText()).toBe("JBSWY3DPEHPK3PXP");
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as never);
  await person.click(dialog.getByRole("button", { name: /the key$/ }));
  expect(await dialog.findByRole("button", { name: "Not copied the key" })).toBeInTheDocument();
});

test("a code of the app turns it on, and the recovery codes are shown once", async () => {
  const { person } = openMe();
  server.use(
    http.post("*/api/admin/secondFactor/", ({ request }) =>
      new URL(request.url).searchParams.get("flag") === "begin"
        ? answer({ secret: "JBSWY3DPEHPK3PXP", link: "otpauth://x", code: "<svg/>" })
        : answer({ recoveryCodes: codes }),
    ),
  );
  await person.click(await screen.findByRole("button", { name: "Set up" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Set up the second factor" }));
  expect(dialog.getByRole("button", { name: "Turn on" })).toBeDisabled();
  await person.type(dialog.getByLabelText("Type the six digits it shows"), "123 456");
  await person.click(dialog.getByRole("button", { name: "Turn on" }));
  const shown = within(await screen.findByRole("dialog", { name: "Ten recovery codes" }));
  for (const code of codes) expect(shown.getByText(code)).toBeInTheDocument();
  const done = shown.getByRole("button", { name: "Done" });
  expect(done).toBeDisabled();
  await person.keyboard("{Escape}");
  expect(shown.getByText(codes[0] as string)).toBeInTheDocument();
  await person.click(shown.getByRole("checkbox", { name: "I have stored them" }));
  await person.click(done);
  await waitFor(() => expect(screen.queryByText(codes[0] as string)).not.toBeInTheDocument());
});

test("where everyone needs one, nothing else is shown before it is set up", async () => {
  serveOrders([]);
  server.use(
    http.get("*/api/admin/me/", () => answer({ ...admin, lacksSecondFactor: true })),
    http.get("*/api/admin/secondFactor/", () => answer({ isOn: false, isRequired: true, recoveryCodesLeft: 0 })),
    http.get("*/api/vendor/", () => refusal(403, "")), // requested before that is known
  );
  openAdmin("/admin/vendor");
  expect(await screen.findByRole("heading", { name: "One thing first" })).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Set up" })).toBeInTheDocument();
});

test("a sign-in asks for the code when the shop does", async () => {
  const sent: unknown[] = [];
  serveOrders([]);
  server.use(
    http.post("*/api/admin/login/", async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1
        ? refusal(403, "Please enter the code.", { errors: { code: "Please enter the code." } })
        : answer(admin);
    }),
  );
  const { person } = openAdmin("/admin/login", { signedIn: false });
  await person.type(await screen.findByLabelText(/User id/), "karthik@swarna.test");
  await person.type(screen.getByLabelText("Password"), "Secret@2026");
  await person.click(screen.getByRole("button", { name: "Sign in" }));
  await person.type(await screen.findByLabelText("Code"), "123456");
  await person.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ email: "karthik@swarna.test", password: "Secret@2026", code: "123456" });
});

test("who has used up the recovery codes is told to draw new ones, and that is asked first", async () => {
  const { person } = openMe();
  server.use(
    http.get("*/api/admin/secondFactor/", () => answer({ isOn: true, isRequired: false, recoveryCodesLeft: 0 })),
    http.post("*/api/admin/secondFactor/", () => answer({ recoveryCodes: ["aaaa-bbbb"] })),
  );
  expect(await screen.findByText(/No recovery code is left/)).toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: "New recovery codes" }));
  await person.click(await screen.findByRole("button", { name: "Draw" }));
  expect(await screen.findByText("aaaa-bbbb")).toBeInTheDocument();
});
