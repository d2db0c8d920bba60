import { ArrowLeft } from "lucide-react";
import { DownloadButton } from "@/shared/admin/list/ExportButton";
import { useUrlParams } from "@/shared/admin/useUrlParams";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { Link } from "@/shared/ui/Link";
import { ImportHistory } from "./ImportHistory";
import { ImportProgress } from "./ImportProgress";
import { ImportUpload } from "./ImportUpload";

/** `/admin/product/import`: checks a file of products, then imports it in the background. */
export function ProductImportPage() {
  usePageTitle("Import products, Admin portal");
  const { params, change } = useUrlParams();
  const shownId = Number(params.get("id")) || null;
  return (
    <div className="import-page">
      <div className="work-head">
        <div>
          <Link className="textlink back" to="/admin/product">
            <ArrowLeft className="ico ico-16" aria-hidden="true" />
            Product
          </Link>
          <h1>Import products</h1>
        </div>
        <div className="acts">
          <DownloadButton path="/product/import/template/">{() => "Download template"}</DownloadButton>
        </div>
      </div>
      {shownId ? (
        <ImportProgress key={shownId} id={shownId} onAnother={() => change({ id: "" })} />
      ) : (
        <ImportUpload onStarted={(id) => change({ id: String(id) })} />
      )}
      <ImportHistory shownId={shownId} onShow={(id) => change({ id: String(id) })} />
    </div>
  );
}
