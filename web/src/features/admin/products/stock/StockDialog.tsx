import { useForm, useWatch } from "react-hook-form";
import { type AdminProduct, useAdminProductQuery } from "@/features/admin/products/productsApi";
import { FormModal } from "@/shared/admin/form/FormModal";
import { normalizeNumber, numberRules, SelectField, TextField } from "@/shared/admin/form/formFields";
import { useSave } from "@/shared/admin/form/useSave";
import { useSeen } from "@/shared/admin/form/useSeen";
import { useMay } from "@/shared/admin/permissions";
import { pluralize, wholeNumber } from "@/shared/format";
import { Dialog } from "@/shared/ui/Dialog";
import { LoadError } from "@/shared/ui/LoadError";
import { MovementTable } from "./MovementTable";
import { useCorrectStockMutation, useStockMovementsQuery } from "./stockApi";

/** Distinguishes its draft from those of the page's other forms. */
export const stockPart = "stock";

interface StockDialogProps {
  product: AdminProduct;
  onClose: () => void;
}

/** The number of pieces of a product, its movements, and a form to correct the count. */
export function StockDialog({ product, onClose }: StockDialogProps) {
  const { data } = useStockMovementsQuery(product.id);
  const isCounted = (data?.stockQuantity ?? product.stockQuantity) !== null;
  return isCounted ? (
    <CountedDialog product={product} onClose={onClose} />
  ) : (
    <ReadOnlyStockDialog product={product} onClose={onClose} />
  );
}

function CountedDialog({ product, onClose }: StockDialogProps) {
  const { data: { sizes = [] } = product } = useAdminProductQuery(product.id);
  const form = useForm({ defaultValues: { size: sizes[0]?.label ?? "", quantity: "", reason: "" } });
  const { data } = useStockMovementsQuery(product.id);
  const size = useWatch({ control: form.control, name: "size" });
  const isSized = sizes.length > 0;
  const present = { sizes, stockQuantity: data?.stockQuantity ?? product.stockQuantity };
  const counts = useSeen(present);
  const countIn = (stock: typeof present) =>
    (isSized ? stock.sizes.find(({ label }) => label === size)?.stockQuantity : stock.stockQuantity) ?? undefined;
  const now = countIn(present);
  const seen = countIn(counts.seen);
  const [correct] = useCorrectStockMutation();
  const mayCorrect = useMay("correct_stock");
  const { submit, failure, saving } = useSave(form, {
    save: async ({ quantity, reason }) => {
      const answer = await correct({
        productId: product.id,
        quantity: Number(quantity),
        reason,
        seen,
        ...(isSized && { size }),
      });
      counts.settle(answer.error);
      return answer;
    },
    done: "Stock corrected",
    failed: "Failed to correct the stock",
    onDone: () => form.reset({ size, quantity: "", reason: "" }),
  });
  if (!mayCorrect) return <ReadOnlyStockDialog product={product} onClose={onClose} isCounted />;
  return (
    <FormModal
      title={`Stock of ${product.name}`}
      size="lg"
      form={form}
      subject={product}
      part={stockPart}
      saving={saving}
      submitLabel="Correct the count"
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="form-grid six">
        {isSized && (
          <SelectField
            form={form}
            name="size"
            label="Size"
            className="wide"
            rules={{ onChange: counts.hold }}
            options={sizes.map(({ label, stockQuantity }) => ({
              value: label,
              label: `${label}, ${pluralize(stockQuantity ?? 0, "piece")}`,
            }))}
          />
        )}
        <TextField
          form={form}
          name="quantity"
          label="Pieces counted"
          className="c2"
          rules={{
            ...numberRules("Pieces counted", { decimals: 0 }),
            setValueAs: normalizeNumber,
            onChange: counts.hold,
          }}
          input={{ inputMode: "numeric" }}
          hint={now === undefined ? undefined : hintOf(now, seen)}
        />
        <TextField
          form={form}
          name="reason"
          label="Reason"
          className="c4"
          rules={{ onChange: counts.hold }}
          input={{ maxLength: 200 }}
          hint="It is kept with your name"
        />
      </div>
      <Movements product={product} />
    </FormModal>
  );
}

function hintOf(now: number, seen: number | undefined): string {
  const text = `${pluralize(now, "piece")} now`;
  return seen === undefined || seen === now ? text : `${text}, ${wholeNumber(seen)} when you began`;
}

function ReadOnlyStockDialog({ product, onClose, isCounted }: StockDialogProps & { isCounted?: boolean }) {
  return (
    <Dialog title={`Stock of ${product.name}`} onClose={onClose} size="lg">
      <p>
        {isCounted
          ? "Corrections of the count stay with catalogue."
          : "The pieces of this product are not counted. To count them, set its stock quantity in the product form."}
      </p>
      <Movements product={product} />
    </Dialog>
  );
}

function Movements({ product }: { product: AdminProduct }) {
  const { data, error, refetch } = useStockMovementsQuery(product.id);
  if (!data && error) {
    return <LoadError title="Failed to load the movements" error={error} onRetry={refetch} />;
  }
  if (!data) return <p role="status">Loading the movements</p>;
  return (
    <>
      {data.waiting > 0 && (
        <p className="small-note">
          {pluralize(data.waiting, "shopper waits", "shoppers wait")} for it to be back in stock.
        </p>
      )}
      {data.rows.length === 0 ? (
        <p className="small-note">There are no movements yet.</p>
      ) : (
        <MovementTable rows={data.rows} name={product.name} />
      )}
      {data.hasMore && <p className="small-note">These are the newest ones.</p>}
    </>
  );
}
