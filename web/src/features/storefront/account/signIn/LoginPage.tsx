import { useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import picture from "@/assets/banners/login.webp";
import { SplitLayout } from "@/features/storefront/account/SplitLayout";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { clearDraftOfOthers } from "@/shared/session/formDraft";
import { safeReturnPath } from "@/shared/session/safeReturnPath";
import { selectAuthUser, selectHasLeft, signInShown } from "@/shared/session/sessionSlice";
import { SignInForm } from "./SignInForm";
import { SignUpForm } from "./SignUpForm";
import { usePendingAction } from "./usePendingAction";

type Mode = "login" | "register";

export function LoginPage() {
  const [mode, setMode] = useState<Mode>("login");
  const user = useAppSelector(selectAuthUser);
  const { search, state } = useLocation();
  const carryOut = usePendingAction(state);
  const dispatch = useAppDispatch();
  const hasLeft = useAppSelector(selectHasLeft);
  useEffect(() => void dispatch(signInShown()), [dispatch]);
  useEffect(() => {
    // A sign-out discards unsaved input.
    if (user || hasLeft) clearDraftOfOthers("customer", user?.id);
  }, [user, hasLeft]);
  usePageTitle(mode === "login" ? "Sign in" : "Create your account");
  // Signed in, here or in another tab: return to the previous page.
  if (user) return <Navigate to={safeReturnPath(search, "/")} replace />;
  return (
    <SplitLayout picture={picture} alt="Rangmahal jhumkas on maroon" caption="Gold, priced by the day">
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
    </SplitLayout>
  );
}
