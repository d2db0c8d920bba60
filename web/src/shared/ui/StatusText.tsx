/** What staff wrote of an order in their own words, beside the statuses of its items. */
export function StatusText({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <span className="status-text" title={text}>
      <span className="visually-hidden">Status of the order: </span>
      {text}
    </span>
  );
}
