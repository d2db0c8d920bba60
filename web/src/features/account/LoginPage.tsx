import { useState } from "react";
import { Link, Navigate, useLocation } from "react-router";
import { useAppSelector } from "@/app/hooks";
import picture from "@/assets/banners/login.webp";
import logo from "@/assets/brand/logo.svg";
import { wayBack } from "@/shared/session/returnTo";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { usePageTitle } from "@/shared/ui/usePageTitle";
import { SignInForm } from "./SignInForm";
import { SignUpForm } from "./SignUpForm";

type Mode = "login" | "register";

export function LoginPage() {
  const [mode, setMode] = useState<Mode>("login");
  const user = useAppSelector(selectAuthUser);
  const { search } = useLocation();
  usePageTitle(mode === "login" ? "Sign in" : "Create your account");
  // Signed in, here or in another tab: back to where the person was.
  if (user) return <Navigate to={wayBack(search, "/")} replace />;
  return (
    <main className="split">
      <div className="pic">
        <img src={picture} alt="Rangmahal jhumkas on maroon" width="900" height="1100" fetchPriority="high" />
        <p className="cap mb-0">Gold, priced by the day</p>
      </div>
      <div className="side">
        <div className="inner">
          <Link className="logo" to="/">
            <img src={logo} alt="Swarna, home" width="208" height="52" />
          </Link>
          <h1 className="mb-4">{mode === "login" ? "Welcome back" : "Create your account"}</h1>
          <div className="seg">
            <button type="button" aria-pressed={mode === "login"} onClick={() => setMode("login")}>
              Sign in
            </button>
            <button type="button" aria-pressed={mode === "register"} onClick={() => setMode("register")}>
              Register
            </button>
          </div>
          {mode === "login" ? (
            <SignInForm onRegister={() => setMode("register")} />
          ) : (
            <SignUpForm onSignIn={() => setMode("login")} />
          )}
        </div>
      </div>
    </main>
  );
}
