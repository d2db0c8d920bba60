import { Search } from "lucide-react";
import type { FormEvent } from "react";
import { useNavigate, useSearchParams } from "react-router";

/** Finds products and categories by how their names begin. */
export function SearchBox() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const shown = params.get("search") ?? "";
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const term = String(new FormData(event.currentTarget).get("search") ?? "").trim();
    if (term) void navigate(`/products?search=${encodeURIComponent(term)}`);
  };
  return (
    <search>
      <form onSubmit={onSubmit}>
        <label className="searchbox">
          <Search className="ico" aria-hidden="true" />
          <span className="visually-hidden">Search the shop</span>
          <input key={shown} name="search" type="search" defaultValue={shown} placeholder="Search for rings, chains" />
        </label>
      </form>
    </search>
  );
}
