/** An address that, where it must break, breaks after its @. */
export function Email({ address }: { address: string }) {
  const at = address.indexOf("@") + 1;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
