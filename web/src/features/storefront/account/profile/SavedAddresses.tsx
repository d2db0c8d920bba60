import { AddressBook } from "@/shared/addresses/AddressBook";
import { useGetAddressesQuery } from "@/shared/api/addresses";
import type { AuthUser } from "@/shared/api/types";
import { LoadError } from "@/shared/ui/LoadError";

export function SavedAddresses({ user }: { user: AuthUser }) {
  const { data: addresses, error, refetch } = useGetAddressesQuery(user.id);
  return (
    <section className="acct-sec" aria-labelledby="saved-addresses">
      <h2 id="saved-addresses">Saved addresses</h2>
      {addresses ? (
        <AddressBook user={user} addresses={addresses} />
      ) : error ? (
        <LoadError title="Failed to load addresses" error={error} onRetry={refetch} />
      ) : (
        <div className="panel sk-summary" aria-busy="true" />
      )}
    </section>
  );
}
