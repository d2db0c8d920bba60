import { addressLines } from "@/features/admin/board/details/addressLines";
import { PanPanel } from "@/features/admin/board/details/PanPanel";
import { Avatar } from "@/shared/admin/Avatar";
import { Panel } from "@/shared/admin/Panel";
import { usePermissions } from "@/shared/admin/permissions";
import type { Order } from "@/shared/api/types";
import { dayMonth } from "@/shared/format";
import { CopyButton } from "@/shared/ui/CopyButton";
import { EmailAddress } from "@/shared/ui/EmailAddress";
import { Link } from "@/shared/ui/Link";

/** The customer, and the address of the order. */
export function CustomerPanel({ order }: { order: Order }) {
  const { may } = usePermissions();
  const { address } = order;
  const lines = address ? addressLines(address) : [];
  return (
    <Panel title="Customer" className="customer">
      <div className="panel-b">
        <p className="who">
          <Avatar name={order.customerName} title="" />
          <Link to={`/admin/customers/${order.customerId}`}>{order.customerName}</Link>
        </p>
        <dl className="kv">
          <dt>Phone</dt>
          <dd>
            {order.customerPhone ? (
              <a href={`tel:${order.customerPhone.replace(/\s/g, "")}`}>{order.customerPhone}</a>
            ) : (
              "None"
            )}
          </dd>
          <dt>Email</dt>
          <dd>
            <EmailAddress address={order.customerEmail} />
          </dd>
          <dt>Deliver to</dt>
          <dd>
            {address ? (
              <>
                {lines.map((line) => (
                  <div key={line}>{line}</div>
                ))}
                {address.phone && <div>{address.phone}</div>}
                <CopyButton className="textlink copy" text={lines.join("\n")} label="Copy address" />
              </>
            ) : (
              "No address was given"
            )}
          </dd>
          {order.deliveryDate && (
            <>
              <dt>Expected</dt>
              <dd>
                {order.deliveryFrom &&
                  order.deliveryFrom !== order.deliveryDate &&
                  `${dayMonth(order.deliveryFrom)} to `}
                {dayMonth(order.deliveryDate)}
              </dd>
            </>
          )}
        </dl>
        {may("show_pan") && <PanPanel orderId={order.id} />}
      </div>
    </Panel>
  );
}
