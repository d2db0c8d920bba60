import { Monitor, Smartphone } from "lucide-react";
import { useRef } from "react";
import { useDispatch } from "react-redux";
import { errorReason } from "@/shared/api/errors";
import type { Role } from "@/shared/api/types";
import { dayAndTime } from "@/shared/format";
import { useHeldFocus } from "@/shared/hooks/useHeldFocus";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { LoadError } from "@/shared/ui/LoadError";
import { type SignIn, useEndOtherSignInsMutation, useEndSignInMutation, useSignInsQuery } from "./signInsApi";

/** The person's own sign-ins: each can be ended, or all but this one. */
export function SignInsPanel({ person: role }: { person: Role }) {
  const dispatch = useDispatch();
  const { data, error, refetch } = useSignInsQuery(role, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const [end, { isLoading: isEnding }] = useEndSignInMutation();
  const [endOthers, { isLoading: isEndingOthers }] = useEndOtherSignInsMutation();
  const isBusy = isEnding || isEndingOthers;
  const others = data?.filter(({ isThis }) => !isThis) ?? [];
  const heading = useRef<HTMLHeadingElement>(null);
  const holder = useHeldFocus(() => heading.current);
  const tell = ({ error: refusal }: { error?: unknown }, done: string) => {
    if (refusal) return dispatch(failureShown(refusal, errorReason(refusal)));
    return dispatch(toastShown("success", done));
  };
  if (!data && error) return <LoadError title="Your sign-ins could not be loaded" error={error} onRetry={refetch} />;
  return (
    <section className="panel sign-ins" aria-labelledby="sign-ins" aria-busy={!data} {...holder}>
      <header>
        <h2 id="sign-ins" ref={heading} tabIndex={-1}>
          My sign-ins
        </h2>
        {others.length > 0 && (
          <button
            type="button"
            className="btn btn-line btn-sm"
            aria-disabled={isBusy}
            onClick={async () => isBusy || tell(await endOthers(role), "All other sign-ins are ended")}
          >
            End all others, {others.length}
          </button>
        )}
      </header>
      <ul>
        {data?.map((signIn) => (
          <Row
            key={signIn.id}
            signIn={signIn}
            isBusy={isBusy}
            onEnd={async () => tell(await end({ role, id: signIn.id }), `The sign-in with ${signIn.device} is ended`)}
          />
        ))}
      </ul>
    </section>
  );
}

function Row({ signIn, isBusy, onEnd }: { signIn: SignIn; isBusy: boolean; onEnd: () => void }) {
  const { device, place, address, since, lastSeenAt, isNewDevice, isThis } = signIn;
  const Icon = /iPhone|Android/.test(device) ? Smartphone : Monitor;
  return (
    <li>
      <Icon className="ico" aria-hidden="true" />
      <div>
        <b>{device}</b> {isNewDevice && <span className="first">first time</span>}
        <span className="sub">
          {[place, address].filter(Boolean).join(", ")}, since {dayAndTime(since)}
          {!isThis && `, last seen ${dayAndTime(lastSeenAt)}`}
        </span>
      </div>
      {isThis ? (
        <span className="sub">this device</span>
      ) : (
        <button type="button" className="btn btn-line btn-sm" aria-disabled={isBusy} onClick={() => isBusy || onEnd()}>
          End<span className="visually-hidden"> the sign-in with {device}</span>
        </button>
      )}
    </li>
  );
}
