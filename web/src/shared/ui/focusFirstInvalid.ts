/** Focuses the first invalid field of a form after it is rendered. */
export function focusFirstInvalid(form: EventTarget & Element): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
