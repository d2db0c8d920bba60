import { Layers } from "lucide-react";
import {
  type CategoryRow,
  useCategoryListInfiniteQuery,
  useDeleteCategoryMutation,
} from "@/shared/admin/categoryVendorApi";
import { currentRow } from "@/shared/admin/form/currentRow";
import type { Column } from "@/shared/admin/list/ListTable";
import { ListView } from "@/shared/admin/list/ListView";
import { useListArgs } from "@/shared/admin/list/listQuery";
import { RowActions } from "@/shared/admin/list/RowActions";
import { useDelete } from "@/shared/admin/list/useDelete";
import { useEditing } from "@/shared/admin/list/useEditing";
import { usePermissions } from "@/shared/admin/permissions";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { CategoryForm } from "./CategoryForm";

const columns: Column<CategoryRow>[] = [
  { label: "Name", up: "name", down: "nameDesc", cell: (category) => <NameCell category={category} /> },
  { label: "Code", up: "code", down: "codeDesc", cell: ({ code }) => code },
];

const texts = { done: "Category deleted successfully", failed: "Failed to delete category" };

/** `/admin/category` */
export function CategoriesPage() {
  const { may } = usePermissions();
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
      views={{ page: "category" }}
      loadFailed="Error in fetching categories"
      emptyTitle="No category yet"
      emptyText="Add one: every product belongs to a category."
      searchHint="Code or name"
      fileOf={{ path: "/category/", operation: "export_categories" }}
      addLabel="Add Category"
      addBy="add_category"
      onAdd={() => setOpen("new")}
      actions={(category) => (
        <RowActions
          name={category.name}
          busy={deletion.busy === category.id}
          onEdit={may("change_category") ? () => setOpen(category) : undefined}
          onDelete={may("delete_category") ? () => deletion.ask(category.id, category.name) : undefined}
        />
      )}
    >
      {open && (
        <CategoryForm category={open === "new" ? null : currentRow(open, categories)} onClose={() => setOpen(null)} />
      )}
    </ListView>
  );
}

function NameCell({ category: { name, imageUrl, imageStatus } }: { category: CategoryRow }) {
  return (
    <div className="prodcell">
      <Thumbnail url={imageStatus === "ready" ? imageUrl : null} size={44} />
      <div className="words">
        <b>{name}</b>
        {imageStatus === "processing" && <div className="sub">Picture is being made</div>}
        {imageStatus === "failed" && <div className="note bad">Its picture could not be made. Choose another one.</div>}
      </div>
    </div>
  );
}
