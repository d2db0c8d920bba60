/** Give the focus to the first field of a form that is marked as wrong, once that is drawn. */
export function focusFirstProblem(form: EventTarget & Element): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
