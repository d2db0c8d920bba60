import { Fragment, type ReactNode } from "react";
import logo from "@/assets/brand/logo.svg";

interface InvoiceHeadProps {
  title: string;
  /** The lines below the title: numbers and dates. */
  details: string[];
  seller: ReactNode;
  buyer: string;
  address?: { address: string; city: string; state: string; country: string } | null;
  zipCode?: string;
  /** Shown below the buyer's address. */
  children: ReactNode;
}

/** The head of an invoice: title, seller and buyer. */
export function InvoiceHead({ title, details, seller, buyer, address, zipCode, children }: InvoiceHeadProps) {
  return (
    <>
      <header>
        <img src={logo} alt="Swarna" width="208" height="52" />
        <div>
          <h1>{title}</h1>
          <p className="num">
            {details.map((line, index) => (
              <Fragment key={line}>
                {index > 0 && <br />}
                {line}
              </Fragment>
            ))}
          </p>
        </div>
      </header>
      <div className="parties">
        <section>
          <h2>Sold by</h2>
          <p>{seller}</p>
        </section>
        <section>
          <h2>Sold to</h2>
          <p>
            <b>{buyer}</b>
            {address && (
              <>
                <span>{address.address}</span>
                <span className="num">
                  {address.city}, {address.state} {zipCode}
                </span>
                <span>{address.country}</span>
              </>
            )}
            {children}
          </p>
        </section>
      </div>
    </>
  );
}

/** The row of a table's head that names the document on each sheet of paper. */
export const PageHead = ({ colSpan, children }: { colSpan: number; children: ReactNode }) => (
  <tr className="page-head">
    <td colSpan={colSpan}>{children}</td>
  </tr>
);
