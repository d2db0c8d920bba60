import { useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import picture from "@/assets/banners/login.webp";
import { selectAuthUser, signInShown } from "@/shared/session/sessionSlice";
import { forgetOthers } from "@/shared/session/typed";
import { wayBack } from "@/shared/session/wayBack";
import { usePageTitle } from "@/shared/ui/usePageTitle";
import { SignInForm } from "./SignInForm";
import { SignUpForm } from "./SignUpForm";
import { SplitPage } from "./SplitPage";
import { useCarryOutWish } from "./useCarryOutWish";

type Mode = "login" | "register";

export function LoginPage() {
  const [mode, setMode] = useState<Mode>("login");
  const user = useAppSelector(selectAuthUser);
  const { search, state } = useLocation();
  const carryOut = useCarryOutWish(state);
  const dispatch = useAppDispatch();
  useEffect(() => void dispatch(signInShown()), [dispatch]);
  useEffect(() => {
    if (user) forgetOthers("customer", user.id);
  }, [user]);
  usePageTitle(mode === "login" ? "Sign in" : "Create your account");
  // Signed in, here or in another tab: back to where the person was.
  if (user) return <Navigate to={wayBack(search, "/")} replace />;
  return (
    <SplitPage picture={picture} alt="Rangmahal jhumkas on maroon" caption="Gold, priced by the day">
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
        <SignInForm onSignedIn={carryOut} onRegister={() => setMode("register")} />
      ) : (
        <SignUpForm onSignedIn={carryOut} onSignIn={() => setMode("login")} />
      )}
    </SplitPage>
  );
}
