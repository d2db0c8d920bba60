import { useForm } from "react-hook-form";
import type { Order } from "@/shared/api/types";
import { FormModal } from "@/shared/portal/FormModal";
import { figure, TextField } from "@/shared/portal/fields";
import { dayOf } from "@/shared/portal/rates";
import { useFollowing } from "@/shared/portal/useFollowing";
import { useSave } from "@/shared/portal/useSave";
import { type OrderFields, useSaveOrderMutation } from "./ordersApi";

interface OrderFormProps {
  /** Null: one that came another way than through the shop. */
  order: Order | null;
  onClose: () => void;
}

type Values = Record<keyof OrderFields, string>;

const figures = {
  customerId: figure("Customer id", { decimals: 0, above: true }),
  totalQuantity: figure("Quantity", { decimals: 0 }),
  totalAmount: figure("Amount", { decimals: 0 }),
};

/** What a placed order says of its items stays for ever; its delivery date and its status are the shop's. */
export function OrderForm({ order, onClose }: OrderFormProps) {
  const form = useForm<Values>({ defaultValues: valuesOf(order) });
  useFollowing(form, valuesOf(order));
  const [saveOrder] = useSaveOrderMutation();
  const isPlaced = order !== null && order.items.length > 0;
  const { submit, failure, saving } = useSave(form, {
    save: (values) => saveOrder({ id: order?.id, fields: fieldsOf(values, isPlaced) }),
    done: order ? "Order updated" : "Order added",
    failed: "Failed to save order",
    onDone: onClose,
  });
  const fixed = isPlaced
    ? { input: { readOnly: true }, hint: "As it was ordered" }
    : { input: { inputMode: "numeric" as const } };
  return (
    <FormModal
      title={order ? `Edit Order ${order.id}` : "Add Order"}
      form={form}
      subject={order}
      saving={saving}
      submitLabel="Save Order"
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="form-grid two">
        <TextField form={form} name="customerId" label="Customer id" rules={figures.customerId} {...fixed} />
        <TextField form={form} name="totalQuantity" label="Quantity" rules={figures.totalQuantity} {...fixed} />
        <TextField form={form} name="totalAmount" label="Amount" unit="₹" rules={figures.totalAmount} {...fixed} />
        <TextField
          form={form}
          name="orderedDate"
          label="Ordered"
          hint={isPlaced ? fixed.hint : undefined}
          input={{ type: "date", readOnly: isPlaced }}
        />
        <TextField form={form} name="deliveryDate" label="Delivery date" input={{ type: "date" }} />
        <TextField
          form={form}
          name="currentStatus"
          label="Status"
          optional={isPlaced}
          hint={isPlaced ? "In your own words; emptied, it follows the items" : "In your own words"}
          input={{ placeholder: "Pending, Shipped, Delivered" }}
        />
      </div>
    </FormModal>
  );
}

function valuesOf(order: Order | null): Values {
  if (!order)
    return {
      customerId: "",
      totalQuantity: "",
      totalAmount: "",
      orderedDate: dayOf(Date.now()),
      deliveryDate: "",
      currentStatus: "",
    };
  return {
    customerId: `${order.customerId}`,
    totalQuantity: `${order.totalQuantity}`,
    totalAmount: `${order.totalAmount}`,
    orderedDate: order.orderedDate ? dayOf(Date.parse(order.orderedDate)) : "",
    deliveryDate: order.deliveryDate ?? "",
    currentStatus: order.currentStatus,
  };
}

function fieldsOf(values: Values, isPlaced: boolean): Partial<OrderFields> {
  const { deliveryDate, currentStatus, orderedDate } = values;
  if (isPlaced) return { deliveryDate, currentStatus };
  const { customerId, totalQuantity, totalAmount } = values;
  return {
    customerId: Number(customerId),
    totalQuantity: Number(totalQuantity),
    totalAmount: Number(totalAmount),
    orderedDate,
    deliveryDate,
    currentStatus,
  };
}
