import { DownloadButton } from "@/shared/admin/list/ExportButton";
import { pluralize } from "@/shared/format";

/** Downloads the rejected rows with their errors, to be corrected and imported again. */
export const RejectedRowsButton = ({ id, count }: { id: number; count: number }) => (
  <DownloadButton path="/product/import/refused/" params={{ id: String(id) }}>
    {() => `Download ${pluralize(count, "row")} to mend`}
  </DownloadButton>
);
