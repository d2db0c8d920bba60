import { useGetPolicyQuery } from "@/shared/api/contact";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { LoadError } from "@/shared/ui/LoadError";
import { PolicyView } from "./PolicyView";

/** A page on shipping, returns, care, privacy or terms. `page` is its name in the API. */
export function PolicyPage({ page, title }: { page: string; title: string }) {
  usePageTitle(title);
  const { data, error, refetch } = useGetPolicyQuery(page);
  if (error && !data)
    return (
      <div className="wrap section">
        <LoadError title="Error in fetching this page" error={error} onRetry={() => void refetch()} />
      </div>
    );
  return <PolicyView title={title} html={data?.html ?? ""} />;
}
