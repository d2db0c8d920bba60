/** The product page's frame at its final size. */
export function ProductSkeleton() {
  return (
    <div className="wrap" aria-busy="true">
      <div className="crumbs">&nbsp;</div>
      <div className="pdp">
        <div className="thumbs d-none d-lg-grid" />
        <div className="stage">
          <div className="tile sk" />
        </div>
        <div className="buy">
          <span className="sk sk-meta" />
          <span className="sk sk-title" />
          <span className="sk sk-price" />
          <span className="sk sk-breakup" />
        </div>
      </div>
    </div>
  );
}
