import { ArrowLeft, Download } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import { useUrlParams } from "@/shared/admin/useUrlParams";
import { downloadFile } from "@/shared/api/downloadFile";
import { errorReason } from "@/shared/api/errors";
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
          <TemplateButton />
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

function TemplateButton() {
  const dispatch = useDispatch();
  const [failure, setFailure] = useState("");
  const save = async () => {
    const error = await downloadFile("/product/import/template/", {}, dispatch);
    setFailure(error ? errorReason(error) : "");
  };
  return (
    <>
      {failure && (
        <span className="tool-bad" role="alert">
          {failure}
        </span>
      )}
      <button type="button" className="btn btn-line" onClick={() => void save()}>
        <Download className="ico ico-16" aria-hidden="true" />
        Download template
      </button>
    </>
  );
}
