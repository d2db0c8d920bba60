import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/**
 * Shows the errors of a refusal at these fields of a form, and focuses the first of them. Returns whether there was any.
 */
export function showFieldErrors<V extends FieldValues>(
  { setError }: Pick<UseFormReturn<V>, "setError">,
  refused: Record<string, string>,
  fields: readonly Path<V>[],
): boolean {
  const wrong = fields.filter((field) => refused[field]);
  for (const [index, field] of wrong.entries())
    setError(field, { message: refused[field] }, { shouldFocus: index === 0 });
  return wrong.length > 0;
}
