import { Layers } from "lucide-react";
import type { Column } from "@/shared/portal/ListTable";
import { ListView } from "@/shared/portal/ListView";
import { useListArgs } from "@/shared/portal/lists";
import { RowActions } from "@/shared/portal/RowActions";
import { useDelete } from "@/shared/portal/useDelete";
import { useEditing } from "@/shared/portal/useEditing";
import { asListed } from "@/shared/portal/useFollowing";
import { Thumb } from "@/shared/ui/Thumb";
import { CategoryForm } from "./CategoryForm";
import { type CategoryRow, useCategoryListInfiniteQuery, useDeleteCategoryMutation } from "./keepingApi";

const columns: Column<CategoryRow>[] = [
  { label: "Name", up: "name", down: "nameDesc", cell: (category) => <NameCell category={category} /> },
  { label: "Code", up: "code", down: "codeDesc", cell: ({ code }) => code },
];

const texts = { done: "Category deleted successfully", failed: "Failed to delete category" };

/** `/admin/category` */
export function CategoryPage() {
  const { args, change } = useListArgs();
  const categories = useCategoryListInfiniteQuery(args);
  const [open, setOpen] = useEditing<CategoryRow>();
  const [remove] = useDeleteCategoryMutation();
  const deletion = useDelete(remove, texts);
  return (
    <ListView
      title="Category"
      noun={["category", "categories"]}
      icon={Layers}
      query={categories}
      columns={columns}
      idOf={({ id }) => id}
      failures={deletion.failures}
      args={args}
      onChange={change}
      loadFailed="Error in fetching categories"
      emptyTitle="No category yet"
      emptyText="Add one: every product belongs to a category."
      searchHint="Code or name"
      fileOf={{ path: "/category/" }}
      addLabel="Add Category"
      onAdd={() => setOpen("new")}
      actions={(category) => (
        <RowActions
          name={category.name}
          busy={deletion.busy === category.id}
          onEdit={() => setOpen(category)}
          onDelete={() => deletion.ask(category.id, category.name)}
        />
      )}
    >
      {open && (
        <CategoryForm category={open === "new" ? null : asListed(open, categories)} onClose={() => setOpen(null)} />
      )}
    </ListView>
  );
}

function NameCell({ category: { name, imageUrl, imageStatus } }: { category: CategoryRow }) {
  return (
    <div className="prodcell">
      <Thumb url={imageStatus === "ready" ? imageUrl : null} size={44} />
      <div className="words">
        <b>{name}</b>
        {imageStatus === "processing" && <div className="sub">Picture is being made</div>}
        {imageStatus === "failed" && <div className="note bad">Its picture could not be made. Choose another one.</div>}
      </div>
    </div>
  );
}
