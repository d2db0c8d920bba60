import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { http } from "msw";
import { Link, Route, Routes } from "react-router";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { Toasts } from "@/shared/toasts/Toasts";
import { ForgotPasswordPage } from "./ForgotPasswordPage";

afterEach(() => vi.useRealTimers());

/** The valid code is 407215. */
function shop() {
  const sent: Record<string, string>[] = [];
  server.use(
    http.post("*/api/customer/resetPassword/", async ({ request }) => {
      const body = (await request.json()) as Record<string, string>;
      sent.push(body);
      const isWrong = body.flag === "verify" && body.otp !== "407215";
      if (body.otp === "000000") return refusal(403, "This code is not valid any more.", { data: { reason: "void" } });
      return isWrong ? refusal(422, "This code is not right.", { errors: { otp: "no" } }) : answer(null);
    }),
  );
  return sent;
}
const SignIn = () => (
  <>
    <p>The sign-in</p>
    <Link to="/forgot-password">Forgot your password?</Link>
  </>
);
function show() {
  return renderWith(
    makeStore("customer"),
    <>
      <Routes>
        <Route path="/login" element={<SignIn />} />
        <Route path="/forgot-password" element={<ForgotPasswordPage />} />
      </Routes>
      <Toasts />
    </>,
    "/forgot-password",
  );
}
async function toTheCode() {
  const shown = show();
  await shown.person.type(screen.getByLabelText("Email"), "asha@swarna.example");
  await shown.person.click(screen.getByRole("button", { name: "Send OTP" }));
  expect(await screen.findByText("OTP sent to asha@swarna.example.")).toBeInTheDocument();
  return shown;
}
const box = (digit: number) => screen.getByLabelText(`Digit ${digit}`);

describe("a forgotten password", () => {
  it("asks for an address that can be one", async () => {
    const { person } = show();
    await person.click(screen.getByRole("button", { name: "Send OTP" }));
    expect(screen.getByText("Please enter your email")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText("Email")).toHaveFocus());
    await person.type(screen.getByLabelText("Email"), "asha");
    await person.click(screen.getByRole("button", { name: "Send OTP" }));
    expect(screen.getByText("Please enter a valid email address")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Back to Login" })).toHaveAttribute("href", "/login");
  });

  it("is replaced by the code's six digits and a new one", async () => {
    const sent = shop();
    const { person } = await toTheCode();
    await person.click(screen.getByRole("button", { name: "Verify" }));
    expect(screen.getByText("please enter all 6 digits")).toBeInTheDocument();
    await person.click(box(1));
    await person.keyboard("407214");
    expect(box(6)).toHaveFocus();
    await person.click(screen.getByRole("button", { name: "Verify" }));
    expect(await screen.findByText("This code is not right.")).toBeInTheDocument();
    await waitFor(() => expect(box(1)).toHaveFocus());
    await person.paste("407 215");
    await person.click(screen.getByRole("button", { name: "Verify" }));
    expect(await screen.findByText("OTP verified successfully")).toBeInTheDocument();
    expect(screen.getByLabelText("New password")).toHaveFocus();

    const reset = screen.getByRole("button", { name: "Reset password" });
    expect(reset).toBeDisabled();
    await person.type(screen.getByLabelText("New password"), "Shopper2026");
    await person.type(screen.getByLabelText("Confirm password"), "Shopper202");
    expect(screen.getByText("Passwords do not match")).toBeInTheDocument();
    fireEvent.submit(reset.closest("form") as HTMLFormElement);
    await person.type(screen.getByLabelText("Confirm password"), "6");
    await person.click(reset);
    expect(screen.getByText(/^Password must be at least 8 characters, include one uppercase letter/)).toHaveClass(
      "bad",
    );
    await person.type(screen.getByLabelText("New password"), "!");
    fireEvent.submit(reset.closest("form") as HTMLFormElement);
    expect(screen.getByText("password do not match")).toBeInTheDocument();
    await person.type(screen.getByLabelText("Confirm password"), "!");
    await person.click(reset);
    expect((await screen.findAllByText("password reset successfully")).length).toBe(2);
    expect(sent.at(-1)).toEqual({ email: "asha@swarna.example", password: "Shopper2026!", flag: "updatePassword" });
    await waitFor(() => expect(screen.getByText("The sign-in")).toBeInTheDocument());
  });

  it("takes a code typed over a wrong one, whichever digits they share", async () => {
    const sent = shop();
    const { person } = await toTheCode();
    expect(box(1)).toHaveFocus();
    await person.keyboard("407216");
    await person.click(box(1));
    await person.keyboard("407215");
    await person.keyboard("{Enter}");
    expect(await screen.findByText("OTP verified successfully")).toBeInTheDocument();
    expect(sent.at(-1)).toMatchObject({ otp: "407215" });
  });

  it("lets a new code be asked for at once when no try is left", async () => {
    shop();
    const { person } = await toTheCode();
    await person.keyboard("000000{Enter}");
    expect(await screen.findByText("This code is not valid any more.")).toBeInTheDocument();
    expect(screen.getByText("OTP expired")).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Resend code" }));
    expect(await screen.findByText(/^Resend in 0[45]:/)).toBeInTheDocument();
    expect(box(1)).toHaveValue("");
    expect(box(1)).toHaveFocus();
  });

  it("goes to another address where the first was mistyped", async () => {
    const sent = shop();
    const { person } = await toTheCode();
    await person.click(screen.getByRole("button", { name: "Use another email" }));
    expect(screen.getByLabelText("Email")).toHaveFocus();
    expect(screen.getByLabelText("Email")).toHaveValue("asha@swarna.example");
    await person.clear(screen.getByLabelText("Email"));
    await person.keyboard("nila@swarna.example{Enter}");
    expect(await screen.findByText("OTP sent to nila@swarna.example.")).toBeInTheDocument();
    expect(sent.map(({ email }) => email)).toEqual(["asha@swarna.example", "nila@swarna.example"]);
  });

  describe("after a reload", () => {
    const minutesLater = (minutes: number) => {
      const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + minutes * 60_000);
      onTestFinished(() => clock.mockRestore());
    };
    /** Simulates a reload: the page is discarded without an event, and the storage stays. */
    const reload = ({ unmount }: ReturnType<typeof show>) => {
      const kept = { ...window.sessionStorage };
      unmount();
      for (const [key, value] of Object.entries(kept)) window.sessionStorage.setItem(key, value);
      return show();
    };
    const enterCode = async (person: UserEvent, code: string) => {
      await person.click(box(1));
      await person.keyboard(`${code}{Enter}`);
    };

    it("goes on with the code, which is valid as long as before, and with the new password", async () => {
      const sent = shop();
      const sentCode = await toTheCode();
      minutesLater(2);
      const code = reload(sentCode);
      expect(screen.getByText("asha@swarna.example")).toBeInTheDocument();
      expect(screen.getByText(/^Resend in 0(3:00|2:5\d)$/)).toBeInTheDocument();
      await enterCode(code.person, "407215");
      expect(await screen.findByLabelText("New password")).toBeInTheDocument();
      minutesLater(9);
      const { person } = reload(code);
      for (const label of ["New password", "Confirm password"])
        await person.type(screen.getByLabelText(label), "Shopper2026!");
      expect(JSON.stringify({ ...window.sessionStorage })).not.toMatch(/407215|Shopper2026/);
      await person.click(screen.getByRole("button", { name: "Reset password" }));
      expect((await screen.findAllByText("password reset successfully")).length).toBe(2);
      expect(sent.map(({ flag }) => flag)).toEqual(["generate", "verify", "updatePassword"]);
      expect(window.sessionStorage).toHaveLength(0);
    });

    it("counts from the newest code", async () => {
      shop();
      const code = await toTheCode();
      minutesLater(6);
      expect(await screen.findByText("OTP expired")).toBeInTheDocument();
      await code.person.click(screen.getByRole("button", { name: "Resend code" }));
      expect(await screen.findByText("Resend in 05:00")).toBeInTheDocument();
      minutesLater(4);
      reload(code);
      expect(screen.getByText("Resend in 01:00")).toBeInTheDocument();
    });

    it("asks for the address where the code is void or has expired, or is of another address", async () => {
      shop();
      const tried = await toTheCode();
      await enterCode(tried.person, "000000");
      expect(await screen.findByText("This code is not valid any more.")).toBeInTheDocument();
      reload(tried).unmount();
      const other = await toTheCode();
      await other.person.click(screen.getByRole("button", { name: "Use another email" }));
      reload(other).unmount();
      const expired = await toTheCode();
      minutesLater(6);
      reload(expired);
      expect(screen.getByLabelText("Email")).toHaveValue("");
    });

    it("begins anew where the shop no longer takes the new password", async () => {
      shop();
      const code = await toTheCode();
      await enterCode(code.person, "407215");
      expect(await screen.findByLabelText("New password")).toBeInTheDocument();
      const reason = "Please enter the code that we sent you first.";
      server.use(http.post("*/api/customer/resetPassword/", () => refusal(403, reason)));
      for (const label of ["New password", "Confirm password"])
        await code.person.type(screen.getByLabelText(label), "Shopper2026!");
      await code.person.click(screen.getByRole("button", { name: "Reset password" }));
      expect(await screen.findByText(reason)).toBeInTheDocument();
      reload(code);
      expect(screen.getByLabelText("Email")).toBeInTheDocument();
    });
  });

  it("begins anew for whoever comes back to the page, or follows a link to it", async () => {
    shop();
    const { person } = await toTheCode();
    await person.click(screen.getByRole("link", { name: "Back to Login" }));
    expect(window.sessionStorage).toHaveLength(0);
    window.sessionStorage.setItem("swarna:passwordReset", JSON.stringify({ email: "asha@", step: 1, at: Date.now() }));
    await person.click(screen.getByRole("link", { name: "Forgot your password?" }));
    expect(screen.getByLabelText("Email")).toHaveValue("");
    expect(screen.getByText("Forgot your password?")).toBeInTheDocument();
  });

  it("lets a new code be asked for when the old one has expired", async () => {
    shop();
    const { person } = await toTheCode();
    expect(screen.getByText(/^Resend in 0[45]:[05]/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Resend code" })).toBeDisabled();
    const later = Date.now() + 301_000;
    const clock = vi.spyOn(Date, "now").mockReturnValue(later);
    expect(await screen.findByText("OTP expired")).toBeInTheDocument();
    clock.mockRestore();
    await person.click(screen.getByRole("button", { name: "Resend code" }));
    expect(await screen.findByText(/^Resend in 0[45]:/)).toBeInTheDocument();
  });
});
