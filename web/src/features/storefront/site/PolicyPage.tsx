import { useGetPolicyQuery } from "@/shared/api/contact";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { LoadError } from "@/shared/ui/LoadError";
import { lazyPart, Nothing } from "@/shared/ui/lazyPart";
import { PolicyView } from "./PolicyView";

const Gauge = lazyPart(() => import("./SizeGauge").then((file) => file.SizeGauge), Nothing);

/** A page on shipping, returns, care, sizes, privacy or terms. `name` is what the API calls it. */
export function PolicyPage({ name, title }: { name: string; title: string }) {
  usePageTitle(title);
  const { data, error, refetch } = useGetPolicyQuery(name);
  if (error && !data)
    return (
      <div className="wrap section">
        <LoadError title="Error in fetching this page" error={error} onRetry={refetch} />
      </div>
    );
  return (
    <>
      <PolicyView title={title} html={data?.html ?? ""} />
      {name === "size-guide" && <Gauge />}
    </>
  );
}
