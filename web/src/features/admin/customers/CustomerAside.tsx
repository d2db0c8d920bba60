import { Check } from "lucide-react";
import { type ReactNode, useId } from "react";
import { ago } from "@/shared/admin/orders/age";
import { day, pluralize, rupees } from "@/shared/format";
import { useNow } from "@/shared/hooks/useNow";
import { sizeText } from "@/shared/product/sizeText";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { EmailAddress } from "@/shared/ui/EmailAddress";
import { LoadError } from "@/shared/ui/LoadError";
import {
  type CustomerRecord,
  useCustomerAddressesQuery,
  useCustomerCartQuery,
  useCustomerWishlistQuery,
} from "./customerRecordApi";

const subjects = { orders: "orders", payments: "payments", wishlist: "prices" } as const;

/** The customer's contact data, notification choices and addresses. */
export function CustomerFacts({ record }: { record: CustomerRecord }) {
  const now = useNow();
  const { data: addresses } = useCustomerAddressesQuery(record.id);
  const mails = Object.entries(subjects).map(
    ([subject, word]) => `${word} ${record.unwantedMails.includes(subject as never) ? "off" : "on"}`,
  );
  return (
    <section className="panel facts" aria-label="Account">
      <dl>
        <dt>Phone</dt>
        <dd className="num">{record.phone || "none"}</dd>
        <dt>Email</dt>
        <dd>
          <EmailAddress address={record.email} />{" "}
          {record.emailConfirmed ? (
            <>
              <Check className="ico ico-14 good" aria-hidden="true" />
              <span className="visually-hidden">confirmed</span>
            </>
          ) : (
            <span className="sub">not confirmed</span>
          )}
          {record.pendingEmail && <span className="sub d-block">wants {record.pendingEmail}</span>}
        </dd>
        <dt>Since</dt>
        <dd>{day(record.createdTimestamp)}</dd>
        <dt>Last seen</dt>
        <dd>{record.lastSeenAt ? `${ago(record.lastSeenAt, now)}, ${record.lastDevice}` : "not signed in"}</dd>
        <dt>Mails</dt>
        <dd>
          {mails.join(", ")}, letter {record.newsletter ? "on" : "off"}
        </dd>
        <dt>Push</dt>
        <dd>{record.devices ? pluralize(record.devices, "device") : "no device"}</dd>
      </dl>
      {addresses && addresses.length > 0 && (
        <div className="addresses">
          <div className="sub">{pluralize(addresses.length, "address", "addresses")}</div>
          {addresses.map((each) => (
            <p key={each.id}>
              <b>{each.name}</b> {[each.address, each.city, each.zip_code].filter(Boolean).join(", ")}
            </p>
          ))}
        </div>
      )}
    </section>
  );
}

interface Piece {
  key: number;
  name: string;
  url: string | null;
  facts: string;
}

function Pieces({ title, count, pieces, none, error, onRetry }: PiecesProps) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-h">
        <h2 id={id}>{title}</h2>
        <span className="sp" />
        {count !== undefined && count > 0 && <span className="ph-sub">{pluralize(count, "piece")}</span>}
      </div>
      {!pieces && error !== undefined && (
        <LoadError title={`${title} could not be loaded`} error={error} onRetry={onRetry} />
      )}
      {pieces?.length === 0 && <p className="none">{none}</p>}
      {pieces && pieces.length > 0 && (
        <ul className="pieces">
          {pieces.map(({ key, name, url, facts }) => (
            <li key={key} className="prodcell">
              <Thumbnail url={url} size={44} />
              <div className="words">
                <b>{name}</b>
                <div className="sub num">{facts}</div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface PiecesProps {
  title: string;
  count?: number;
  pieces?: Piece[];
  none: ReactNode;
  error: unknown;
  onRetry: () => unknown;
}

/** The customer's cart at today's prices, updated live. */
export function CustomerCart({ customerId }: { customerId: number }) {
  const { data, error, refetch } = useCustomerCartQuery(customerId);
  return (
    <Pieces
      title="Cart"
      count={data?.reduce((sum, { quantity }) => sum + quantity, 0)}
      pieces={data?.map(({ cartId, product, quantity, size }) => ({
        key: cartId,
        name: product.name,
        url: product.images[0]?.imageUrl ?? null,
        facts: [rupees(product.ornamentPrice * quantity), size && sizeText(size), quantity > 1 && `${quantity} pieces`]
          .filter(Boolean)
          .join(", "),
      }))}
      none="The cart is empty."
      error={error}
      onRetry={refetch}
    />
  );
}

/** The customer's wishlist at today's prices, updated live. */
export function CustomerWishlist({ customerId }: { customerId: number }) {
  const { data, error, refetch } = useCustomerWishlistQuery(customerId);
  return (
    <Pieces
      title="Wishlist"
      count={data?.length}
      pieces={data?.map((entry) => ({
        key: entry.wishlistId,
        name: entry.name,
        url: entry.productImageUrl || null,
        facts: [rupees(entry.ornamentPrice), entry.size && sizeText(entry.size)].filter(Boolean).join(", "),
      }))}
      none="Nothing is wished for."
      error={error}
      onRetry={refetch}
    />
  );
}
