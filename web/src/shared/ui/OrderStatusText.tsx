/** The text that staff set as the status of an order, in addition to the statuses of its items. */
export function OrderStatusText({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <span className="status-text" title={text}>
      <span className="visually-hidden">Status of the order: </span>
      {text}
    </span>
  );
}
