import { useRef } from "react";
import { useTableLayout } from "./useTableLayout";

const skeletonRows = Array.from({ length: 8 }, (_, index) => index);

/** Placeholder rows with the height of loaded ones. */
export function BoardTableSkeleton() {
  const body = useRef<HTMLTableSectionElement>(null);
  const { isCards, abreast } = useTableLayout(body);
  return (
    <table className={`grid-t sk-t${isCards ? " as-cards" : ""}`} data-abreast={abreast} aria-hidden="true">
      <tbody ref={body}>
        {skeletonRows.map((index) => (
          <tr key={index}>
            <td className="c-sel" />
            <td className="c-order">
              <span className="sk" style={{ width: 44, height: 14 }} />
            </td>
            <td className="c-product">
              <div className="prodcell">
                <span className="thumb sk" />
                <span className="sk" style={{ width: 160 + (index % 3) * 28, height: 14 }} />
              </div>
            </td>
            <td className="c-customer">
              <span className="sk" style={{ width: 120, height: 14 }} />
            </td>
            <td className="c-amount">
              <span className="sk" style={{ width: 92, height: 14 }} />
            </td>
            <td className="c-status">
              <span className="sk" style={{ width: 132, height: 34 }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
