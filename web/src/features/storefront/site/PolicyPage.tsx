import { lazy, Suspense } from "react";
import { useGetPolicyQuery } from "@/shared/api/contact";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { LoadError } from "@/shared/ui/LoadError";
import { PolicyView } from "./PolicyView";

const Gauge = lazy(() => import("./SizeGauge").then((file) => ({ default: file.SizeGauge })));

/** A page on shipping, returns, care, sizes, privacy or terms. `name` is what the API calls it. */
export function PolicyPage({ name, title }: { name: string; title: string }) {
  usePageTitle(title);
  const { data, error, refetch } = useGetPolicyQuery(name);
  if (error && !data)
    return (
      <div className="wrap section">
        <LoadError title="Error in fetching this page" error={error} onRetry={() => void refetch()} />
      </div>
    );
  return (
    <>
      <PolicyView title={title} html={data?.html ?? ""} />
      {name === "size-guide" && (
        <Suspense>
          <Gauge />
        </Suspense>
      )}
    </>
  );
}
