import { Download, FileX } from "lucide-react";
import { useLocation, useSearchParams } from "react-router";
import { useAppSelector } from "@/app/hooks";
import { errorReason, isNotFound } from "@/shared/api/errors";
import { dayAndTime } from "@/shared/format";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { signInPath } from "@/shared/session/signInPath";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { fileUrl, useDataLinkQuery } from "./personalDataApi";

/** Target of the link in the mail. Mail scanners open links, so only the button downloads the file. */
export function MyDataPage() {
  usePageTitle("Your data");
  const here = useLocation();
  const [params] = useSearchParams();
  const token = params.get("token") ?? "";
  const user = useAppSelector(selectAuthUser);
  const { data, error, refetch } = useDataLinkQuery(token, { skip: token === "" });
  const isDead = token === "" || isNotFound(error);
  if (error && !isDead) {
    return (
      <div className="wrap section">
        <LoadError title="The file could not be found" error={error} onRetry={refetch} />
      </div>
    );
  }
  const Icon = isDead ? FileX : Download;
  return (
    <div className="wrap section">
      <div className="panel empty" role="status" aria-busy={!data && !isDead}>
        <Icon className="big" aria-hidden="true" />
        {isDead ? (
          <>
            <h1 className="h2">This link is not valid any more</h1>
            <p>{error ? errorReason(error) : "Please open the link in the mail once more."}</p>
            <Link className="btn btn-primary" to="/profile">
              Go to your profile
            </Link>
          </>
        ) : (
          <>
            <h1 className="h2">Your data</h1>
            <p>
              {data &&
                `Everything that we held about you on ${dayAndTime(data.madeAt)}, as one file of ${kilobytes(data.size)}. You can download it until ${dayAndTime(data.endsAt)}.`}
            </p>
            {data?.needsSignIn && !user ? (
              <Link className="btn btn-primary" to={signInPath("/login", here)}>
                Sign in to download it
              </Link>
            ) : (
              data && (
                <a className="btn btn-primary" href={fileUrl(token)} download>
                  Download file
                </a>
              )
            )}
          </>
        )}
      </div>
    </div>
  );
}

const kilobytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1024))} kB`;
