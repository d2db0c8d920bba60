import { Breadcrumbs } from "@/shared/ui/Breadcrumbs";

/** The layout of a policy page, also used for its prerendered template. The API renders `html` from Markdown. */
export function PolicyView({ title, html }: { title: string; html: string }) {
  return (
    <div className="wrap">
      <Breadcrumbs here={title} />
      <div className="page-title">
        <h1>{title}</h1>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the API lets no HTML of the text through */}
      <div className="policy" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}
