/** A page that belongs to its shopper, before it is known who that is. */
export function OwnFrame({ title }: { title: string }) {
  return (
    <div className="wrap" aria-busy="true">
      <div className="crumbs">&nbsp;</div>
      <div className="page-title">
        <h1>{title}</h1>
      </div>
      <div className="panel sk-order" aria-hidden="true" />
    </div>
  );
}
