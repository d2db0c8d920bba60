/** Placeholder of a page that needs a signed-in shopper, before the shopper is known. */
export function AccountPageSkeleton({ title }: { title: string }) {
  return (
    <div className="wrap" aria-busy="true">
      <div className="crumbs">&nbsp;</div>
      <div className="page-title">
        <h1>{title}</h1>
      </div>
      <div className="panel sk-order" aria-hidden="true" />
    </div>
  );
}
