import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { FormModal } from "@/shared/admin/form/FormModal";
import { numberRules, TextField } from "@/shared/admin/form/formFields";
import { useSave } from "@/shared/admin/form/useSave";
import { isApiError } from "@/shared/api/errors";
import { type Payment, useGetShopQuery } from "@/shared/api/payments";
import type { Order } from "@/shared/api/types";
import { changedFields, withSeen } from "@/shared/form/changedFields";
import { useSyncedForm } from "@/shared/form/useSyncedForm";
import { dayOf } from "@/shared/format";
import { usePan } from "@/shared/orders/usePan";
import { CustomerCombobox } from "./CustomerCombobox";
import { type OrderValues, orderWith, piecesOf, totalOf, useOrderKey, useOrderLines } from "./manualOrder";
import { OrderLinesEditor } from "./OrderLinesEditor";
import { OrderTerms } from "./OrderTerms";
import { type OrderFields, usePlaceOrderForMutation, useSaveOrderMutation } from "./ordersApi";
import { ProductCombobox } from "./ProductCombobox";

interface OrderFormProps {
  /** Null: a manual order, placed outside the shop. */
  order: Order | null;
  /** Called when the new order is placed. The form then edits it. */
  onPlaced?: (order: Order) => void;
  onClose: () => void;
}

const figures = {
  customerId: numberRules("Customer id", { decimals: 0, above: true }),
  totalQuantity: numberRules("Quantity", { decimals: 0 }),
};

/** The message if the key was already used for an order with the same items. */
const keyUsed = "An earlier try has placed this order, with other prices or details. Look at the list of orders.";

/** Items of a placed order are final; staff can edit its delivery date and its status. */
export function OrderForm({ order, onPlaced, onClose }: OrderFormProps) {
  const form = useForm<OrderValues>({ defaultValues: valuesOf(order) });
  const synced = useSyncedForm(form, order, valuesOf);
  const [saveOrder] = useSaveOrderMutation();
  const [placeOrder] = usePlaceOrderForMutation();
  const [customer, setCustomer] = useState("");
  const keyOf = useOrderKey();
  const { lines, isEmpty, isPriced, add, setQuantity, setSize } = useOrderLines();
  const isPlaced = order !== null && order.items.length > 0;
  const hasLines = order === null && !isEmpty;
  const { setValue } = form;
  const [pieces, total] = [piecesOf(lines), totalOf(lines)];
  const { data: shop } = useGetShopQuery(undefined, { skip: !hasLines });
  const pan = usePan(shop?.panAbove ?? null, total);
  const panRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!hasLines) return;
    setValue("totalQuantity", `${pieces}`, { shouldValidate: true });
    setValue("totalAmount", `${total}`, { shouldValidate: true });
    setValue("orderedDate", dayOf(Date.now()));
  }, [hasLines, pieces, total, setValue]);

  /** Places the order with its items, then saves the other fields. If that fails, the order is not placed again. */
  const place = async (values: OrderValues) => {
    if (!isPriced) return { unfinished: true };
    // Without a method the PAN may follow later.
    if ((values.paymentMethod || pan.written.trim()) && pan.check()) {
      panRef.current?.focus();
      return { unfinished: true };
    }
    const newOrder = orderWith(Number(values.customerId), lines, {
      ...(values.addressId && { addressId: Number(values.addressId) }),
      ...(values.paymentMethod && { paymentMethod: values.paymentMethod as Payment["method"] }),
      ...(pan.pan && { pan: pan.pan }),
    });
    const { data, error } = await placeOrder({ key: keyOf(newOrder), order: newOrder });
    if (!data) {
      const isKeyUsed = isApiError(error) && "Idempotency-Key" in error.errors;
      return { error: isKeyUsed ? { ...error, message: keyUsed } : error };
    }
    const { deliveryDate, currentStatus } = values;
    const more = { ...(deliveryDate && { deliveryDate }), ...(currentStatus.trim() && { currentStatus }) };
    if (Object.keys(more).length === 0) return {};
    onPlaced?.(data);
    const saved = await saveOrder({ id: data.id, fields: more });
    return { ...saved, failed: `Order ${data.id} is placed; ${unsaved(more)} not saved` };
  };
  const edit = async (id: number, values: OrderValues) => {
    const opened = fieldsOf(synced.opened);
    const fields = withSeen(changedFields(fieldsOf(values), opened), opened);
    return Object.keys(fields).length > 0 ? saveOrder({ id, fields }) : {};
  };
  const { submit, failure, saving } = useSave(form, {
    save: (values) => {
      if (hasLines) return place(values);
      return order ? edit(order.id, values) : saveOrder({ fields: fieldsOf(values) });
    },
    done: order ? "Order updated" : "Order added",
    failed: "Failed to save order",
    onDone: onClose,
    synced,
  });
  // An order of an earlier version may have an amount with paise, which the API takes unchanged.
  const amountRules = numberRules("Amount", { decimals: Number.isInteger(order?.totalAmount ?? 0) ? 0 : 2 });
  const changeCustomer = (name: string) => {
    setCustomer(name);
    // It belongs to the customer before the change.
    pan.write("");
  };
  // The box names the customer of the id, or nobody.
  const customerIdRules = { ...figures.customerId, onChange: () => changeCustomer("") };
  const typed = { input: { inputMode: "numeric" as const } };
  const fixed = isPlaced ? { input: { readOnly: true }, hint: "As it was ordered" } : typed;
  const counted = hasLines ? { input: { readOnly: true }, hint: "From the items" } : fixed;
  return (
    <FormModal
      title={order ? `Edit Order ${order.id}` : "Add Order"}
      form={form}
      size={order ? undefined : "lg"}
      subject={order}
      changes={synced.changes}
      hasFiles={hasLines}
      saving={saving}
      submitLabel="Save Order"
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      {!order && (
        <>
          <CustomerCombobox
            typed={customer}
            onTyped={(name) => {
              changeCustomer(name);
              setValue("customerId", "", { shouldDirty: true });
            }}
            onPick={({ id, name }) => {
              setCustomer(name);
              setValue("customerId", `${id}`, { shouldDirty: true, shouldValidate: true });
            }}
          />
          <ProductCombobox onPick={add} />
          <OrderLinesEditor lines={lines} onQuantity={setQuantity} onSize={setSize} />
        </>
      )}
      <div className="form-grid two">
        {hasLines && <OrderTerms form={form} methods={shop?.methods ?? []} pan={pan} panRef={panRef} />}
        <TextField form={form} name="customerId" label="Customer id" rules={customerIdRules} {...fixed} />
        <TextField form={form} name="totalQuantity" label="Quantity" rules={figures.totalQuantity} {...counted} />
        <TextField form={form} name="totalAmount" label="Amount" unit="₹" rules={amountRules} {...counted} />
        <TextField
          form={form}
          name="orderedDate"
          label="Ordered"
          hint={isPlaced ? "As it was ordered" : hasLines ? "An order with items is of today" : undefined}
          input={{ type: "date", readOnly: isPlaced || hasLines }}
        />
        <TextField
          form={form}
          name="deliveryDate"
          label="Delivery date"
          optional={hasLines}
          hint={hasLines ? "Left empty, the shop's usual time" : undefined}
          input={{ type: "date" }}
        />
        <TextField
          form={form}
          name="currentStatus"
          label="Status"
          optional={isPlaced || hasLines}
          hint={isPlaced || hasLines ? "In your own words; emptied, it follows the items" : "In your own words"}
          input={{ placeholder: "Pending, Shipped, Delivered" }}
        />
      </div>
    </FormModal>
  );
}

const unsaved = ({ deliveryDate, currentStatus }: Partial<OrderFields>) => {
  if (!deliveryDate) return "its status is";
  return currentStatus ? "its delivery date and status are" : "its delivery date is";
};

/** A placed order's own are on its page. */
const noTerms = { addressId: "", paymentMethod: "" };

function valuesOf(order: Order | null): OrderValues {
  if (!order)
    return {
      customerId: "",
      totalQuantity: "",
      totalAmount: "",
      orderedDate: dayOf(Date.now()),
      deliveryDate: "",
      currentStatus: "",
      ...noTerms,
    };
  return {
    customerId: `${order.customerId}`,
    totalQuantity: `${order.totalQuantity}`,
    totalAmount: `${order.totalAmount}`,
    orderedDate: order.orderedDate ? dayOf(Date.parse(order.orderedDate)) : "",
    deliveryDate: order.deliveryDate ?? "",
    currentStatus: order.currentStatus,
    ...noTerms,
  };
}

const fieldsOf = ({ customerId, totalQuantity, totalAmount, ...texts }: OrderValues): OrderFields => ({
  orderedDate: texts.orderedDate,
  deliveryDate: texts.deliveryDate,
  currentStatus: texts.currentStatus,
  customerId: Number(customerId),
  totalQuantity: Number(totalQuantity),
  totalAmount: Number(totalAmount),
});
