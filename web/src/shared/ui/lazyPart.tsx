import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useDispatch } from "react-redux";
import { isOnline } from "@/shared/connection/isOnline";
import { toastShown } from "@/shared/toasts/toastsSlice";

/** Shown if a part could not be loaded and has no replacement. */
export const partMissing = "This part did not arrive. Please load the page again.";

/** Functions that fetch the lazy parts of the pages that are loaded, so that they can be shown without a network. */
export const lazyParts = new Set<() => Promise<unknown>>();

/**
 * A part of a page whose chunk is loaded when it is first shown. If the chunk cannot be loaded, only this part is
 * missing: `Missing` replaces it. The next one that is shown tries again.
 */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props>,
  waiting?: ReactNode,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => {
    // In some browsers a failed module stays failed until the page is reloaded, so none is fetched without a network.
    if (isOnline()) loaded ??= await fetchPart().catch(() => undefined);
    return { default: loaded ?? Missing };
  };
  lazyParts.add(load);
  return function LazyPart(props: Props) {
    // Fixed at the first render: another component type would remount the part.
    const [Part] = useState<ComponentType<Props>>(() => loaded ?? lazy(load));
    return (
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** A lazy part that is a dialog: if it cannot be loaded, it closes with a toast. */
export const lazyDialog = <Props extends { onClose: () => void }>(fetchDialog: () => Promise<ComponentType<Props>>) =>
  lazyPart<Props>(fetchDialog, MissingDialog);

function MissingDialog({ onClose }: { onClose: () => void }) {
  const dispatch = useDispatch();
  const close = useEffectEvent(() => {
    dispatch(toastShown("error", partMissing));
    onClose();
  });
  useEffect(() => close(), []);
  return null;
}

/** Replaces a part that the page does not need. */
export const Nothing = () => null;
