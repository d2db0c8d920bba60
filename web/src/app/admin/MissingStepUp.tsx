import { useEffect } from "react";
import { useAppDispatch } from "@/app/hooks";
import { setStepUp } from "@/shared/session/stepUp";
import { toastShown } from "@/shared/toasts/toastsSlice";

/**
 * Replaces the dialog that asks for a proof of identity, if its chunk could not be loaded. The layout shows it once, so
 * only a reload fetches it again.
 */
export function MissingStepUp() {
  const dispatch = useAppDispatch();
  useEffect(() => {
    setStepUp(() => {
      dispatch(
        toastShown("error", "The question for your password or code did not arrive. Please load the page again."),
      );
      return Promise.resolve(false);
    });
    return () => setStepUp(undefined);
  }, [dispatch]);
  return null;
}
