import type { CartLine } from "@/shared/api/types";
import { grams, pluralize, rupees } from "@/shared/format";
import { NoImage } from "@/shared/product/NoImage";
import { Picture } from "@/shared/product/Picture";
import { sizeText } from "@/shared/product/sizeText";
import { Dialog } from "@/shared/ui/Dialog";
import { LoadError } from "@/shared/ui/LoadError";
import { useCustomerCartQuery } from "./customerRecordApi";
import type { Customer } from "./customersApi";

interface CustomerCartDialogProps {
  customer: Pick<Customer, "id" | "name">;
  onClose: () => void;
}

/** A read-only view of a customer's current cart. */
export function CustomerCartDialog({ customer, onClose }: CustomerCartDialogProps) {
  const { data, error, isFetching, refetch } = useCustomerCartQuery(customer.id);
  return (
    <Dialog title={`Cart of ${customer.name}`} onClose={onClose} size="lg">
      {!data && error && <LoadError title="Failed to load cart data" error={error} onRetry={refetch} />}
      {!data && !error && isFetching && <p role="status">Loading the cart</p>}
      {data?.length === 0 && <p className="cart-none">The cart of {customer.name} is empty.</p>}
      {data && data.length > 0 && <Lines lines={data} />}
    </Dialog>
  );
}

function Lines({ lines }: { lines: CartLine[] }) {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const total = lines.reduce((sum, { quantity, product }) => sum + quantity * product.ornamentPrice, 0);
  return (
    <table className="cart-t" aria-label="Cart">
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Quantity</th>
          <th scope="col">Price</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ cartId, quantity, weight, size, product }) => (
          <tr key={cartId}>
            <td>
              <div className="prodcell">
                <span className="thumb">
                  {product.images[0] ? <Picture image={product.images[0]} alt="" sizes="50px" /> : <NoImage />}
                </span>
                <div className="words">
                  <b>{product.name}</b>
                  <div className="sub">
                    {size && `${sizeText(size)}, `}
                    {grams(weight)}
                  </div>
                </div>
              </div>
            </td>
            <td>{quantity}</td>
            <td>{rupees(product.ornamentPrice)}</td>
            <td>{rupees(product.ornamentPrice * quantity)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Total, {pluralize(pieces, "piece")}
          </th>
          <td colSpan={2}>{rupees(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
