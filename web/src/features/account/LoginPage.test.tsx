import { screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { Route, Routes } from "react-router";
import { describe, expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { asha } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { Toasts } from "@/shared/toasts/Toasts";
import { LoginPage } from "./LoginPage";
import { isPassword } from "./rules";

describe("a password", () => {
  it.each([
    ["Kalyani7!", true],
    ["Aa1!aaaa", true],
    ["Aa1!aaa", false],
    ["kalyani7!", false],
    ["Kalyani!!", false],
    ["Kalyani77", false],
    ["Kalyani 7!", false],
    ["Kalyani7!?", false],
    ["Kalyäni7!", false],
  ])("%j counts: %s", (password, counts) => {
    expect(isPassword(password)).toBe(counts);
  });
});

function show(path = "/login") {
  return renderWith(
    makeStore("customer"),
    <>
      <Routes>
        <Route path="login" element={<LoginPage />} />
        <Route path="*" element={<p>the page before</p>} />
      </Routes>
      <Toasts />
    </>,
    path,
  );
}

describe("signing in", () => {
  it("goes back to where the person was", async () => {
    server.use(http.post("*/api/customer/login/", () => answer({ ...asha })));
    const { person } = show("/login?next=%2Fcheck-out");
    await person.type(screen.getByLabelText("Email"), asha.email);
    await person.type(screen.getByLabelText("Password"), "Shopper@2026{Enter}");
    expect(await screen.findByText("the page before")).toBeInTheDocument();
    expect(screen.getByText("Login Successful")).toBeInTheDocument();
  });

  it("says what is wrong without asking the server", async () => {
    const { person } = show();
    await person.type(screen.getByLabelText("Email"), "asha");
    await person.type(screen.getByLabelText("Password"), "short{Enter}");
    expect(await screen.findByText("Please enter a valid email address")).toBeInTheDocument();
    expect(
      screen.getByText(
        "Password must be at least 8 characters, include one uppercase, one number & one special character.",
      ),
    ).toBeInTheDocument();
    expect(screen.getByLabelText("Email")).toBeInvalid();
  });

  it("refused: Login Failed, with the server's sentence at the form", async () => {
    server.use(http.post("*/api/customer/login/", () => refusal(401, "E-mail or password is wrong.")));
    const { person } = show();
    await person.type(screen.getByLabelText("Email"), asha.email);
    await person.type(screen.getByLabelText("Password"), "Shopper@2027{Enter}");
    expect(await screen.findByText("Login Failed")).toBeInTheDocument();
    expect(screen.getByRole("alert")).toHaveTextContent("E-mail or password is wrong.");
  });
});

describe("signing up", () => {
  it("shows each rule as it is met", async () => {
    const { person } = show();
    await person.click(screen.getByRole("button", { name: "Register" }));
    await person.type(screen.getByLabelText("Password"), "Kalyani7");
    const rule = (name: RegExp) => screen.getByText(name).closest("li");
    expect(rule(/^One number/)).toHaveTextContent(", met");
    expect(rule(/^One special/)).toHaveTextContent("not yet met");
  });

  it("puts the server's word about a taken address under its field", async () => {
    server.use(
      http.post("*/api/customer/", () =>
        refusal(409, "Check the form.", { errors: { email: "This e-mail address has an account already." } }),
      ),
    );
    const { person } = show();
    await person.click(screen.getByRole("button", { name: "Register" }));
    await person.type(screen.getByLabelText("Full name"), "Asha Verma");
    await person.type(screen.getByLabelText("Phone"), "9841055001");
    await person.type(screen.getByLabelText("Email"), asha.email);
    await person.type(screen.getByLabelText("Password"), "Kalyani7!{Enter}");
    expect(await screen.findByText("This e-mail address has an account already.")).toBeInTheDocument();
    expect(screen.getByText("SignUp Failed")).toBeInTheDocument();
  });

  it("needs every field", async () => {
    const { person } = show();
    await person.click(screen.getByRole("button", { name: "Register" }));
    await person.click(screen.getAllByRole("button", { name: "Register" })[1] as HTMLElement);
    await waitFor(() => expect(screen.getByLabelText("Full name")).toBeInvalid());
    expect(screen.getByLabelText("Phone")).toBeInvalid();
    expect(screen.getByLabelText("Full name")).toHaveFocus();
  });
});
