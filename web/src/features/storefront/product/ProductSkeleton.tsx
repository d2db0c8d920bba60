import type { ReactNode } from "react";

interface ProductSkeletonProps {
  crumbs?: ReactNode;
  picture?: ReactNode;
  thumbs?: ReactNode;
  /** Name, price and other data that is known already. */
  summary?: ReactNode;
}

/** The product page's layout at its final size, with the data that is known already. */
export function ProductSkeleton({ crumbs, picture, thumbs, summary }: ProductSkeletonProps) {
  return (
    <div className="wrap" aria-busy="true">
      {crumbs ?? <div className="crumbs">&nbsp;</div>}
      <div className="pdp">
        <div className="thumbs d-none d-lg-grid">{thumbs}</div>
        <div className="stage">
          <div className={picture ? "tile" : "tile sk"}>{picture}</div>
          <div className="thumbs d-grid d-lg-none">{thumbs}</div>
        </div>
        <div className="buy">
          {summary ?? (
            <>
              <span className="sk sk-meta" />
              <span className="sk sk-title" />
              <span className="sk sk-price" />
            </>
          )}
          <span className="sk sk-breakup" />
        </div>
      </div>
    </div>
  );
}
