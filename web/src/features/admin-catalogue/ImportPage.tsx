import { ArrowLeft, Download } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import { Link } from "react-router";
import { errorReason } from "@/shared/api/errors";
import { useAddress } from "@/shared/portal/address";
import { saveFile } from "@/shared/portal/saveFile";
import { usePageTitle } from "@/shared/ui/usePageTitle";
import { ImportFile } from "./ImportFile";
import { ImportHistory } from "./ImportHistory";
import { ImportProgress } from "./ImportProgress";

/** `/admin/product/import`: a file of products is looked through, then brought in while one goes on with other work. */
export function ImportPage() {
  usePageTitle("Import products, Admin portal");
  const { params, change } = useAddress();
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
        <ImportFile onBegun={(id) => change({ id: String(id) })} />
      )}
      <ImportHistory shownId={shownId} onShow={(id) => change({ id: String(id) })} />
    </div>
  );
}

function TemplateButton() {
  const dispatch = useDispatch();
  const [failure, setFailure] = useState("");
  const save = async () => {
    const error = await saveFile("/product/import/template/", {}, dispatch);
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
