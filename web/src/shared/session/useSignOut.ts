import { useDispatch } from "react-redux";
import { useNavigate } from "react-router";
import { errorReason, isSignedOut } from "@/shared/api/errors";
import { useSignOutMutation } from "@/shared/api/session";
import { toastShown } from "@/shared/toasts/toastsSlice";

/** Ends the session and goes to the sign-in page. A session that has already ended is no error. */
export function useSignOut() {
  const [signOut, { isLoading }] = useSignOutMutation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const leave = async () => {
    const { error } = await signOut();
    if (!error || isSignedOut(error)) return navigate("/login");
    return void dispatch(toastShown("error", errorReason(error)));
  };
  return { leave: () => void leave(), isLeaving: isLoading };
}
