import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { confirmLeave } from "@/shared/admin/form/useUnsavedGuard";
import { useUrlParams } from "@/shared/admin/useUrlParams";
import type { PolicyOut } from "@/shared/api/schema";
import { day, timeOfDay } from "@/shared/format";
import { policies } from "@/shared/head/pages";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { LoadError } from "@/shared/ui/LoadError";
import { PolicyEditor } from "./PolicyEditor";
import { type PolicyVersion, usePolicyVersionsInfiniteQuery } from "./policiesApi";

/** `/admin/policies`: the pages on shipping, returns, care, sizes, privacy and terms, and their versions. */
export function PoliciesPage() {
  usePageTitle("Policies, Admin portal");
  const { params, change } = useUrlParams();
  const current = policies.find(({ path }) => path === params.get("page")) ?? policies[0];
  if (!current) return null;
  return (
    <div className="policies">
      <div className="work-head">
        <h1>Policies</h1>
        <div className="acts">
          <a className="btn btn-line" href={`/${current.path}`} target="_blank" rel="noreferrer">
            <ExternalLink className="ico ico-16" aria-hidden="true" />
            Show in the shop
          </a>
        </div>
      </div>
      <fieldset className="stabs" aria-label="Policy pages">
        {policies.map(({ path, title }) => (
          <button
            key={path}
            type="button"
            aria-pressed={path === current.path}
            onClick={async () => path !== current.path && (await confirmLeave()) && change({ page: path })}
          >
            {title}
          </button>
        ))}
      </fieldset>
      <Policy key={current.path} page={current.path as PolicyOut["page"]} title={current.title} />
    </div>
  );
}

function Policy({ page, title }: { page: PolicyOut["page"]; title: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePolicyVersionsInfiniteQuery(page);
  const [restored, setRestored] = useState<PolicyVersion>();
  const versions = data?.pages.flatMap(({ rows }) => rows) ?? [];
  const latest = versions[0];
  if (!latest)
    return error ? (
      <LoadError title="The versions could not be loaded" error={error} onRetry={refetch} />
    ) : (
      <div className="panel" aria-busy="true" />
    );
  return (
    <>
      <PolicyEditor page={page} title={title} latest={latest} restored={restored} />
      <section className="panel" aria-labelledby="versions">
        <h2 id="versions">Versions</h2>
        <ul className="versions">
          {versions.map((version) => (
            <li key={version.version}>
              <span>
                <b className="n">{version.version === 0 ? "Default" : `Version ${version.version}`}</b>{" "}
                {version.writtenAt && (
                  <span className="muted">
                    {version.writtenBy}, {day(version.writtenAt)} {timeOfDay(version.writtenAt)}
                  </span>
                )}
              </span>
              {version === latest ? (
                <span className="muted">shown in the shop</span>
              ) : (
                <button
                  type="button"
                  className="textlink"
                  onClick={async () => (await confirmLeave()) && setRestored({ ...version })}
                >
                  Put into the editor
                </button>
              )}
            </li>
          ))}
        </ul>
        {hasNextPage && (
          <button
            type="button"
            className="btn btn-line"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Older versions
          </button>
        )}
      </section>
    </>
  );
}
