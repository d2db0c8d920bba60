/**
 * Whether a text is an Indian PIN code without blanks, in the form that the shop estimates deliveries for. The file of
 * the contact rules has the same pattern, but product pages must not load its cities.
 */
export const isPinCode = (text: string) => /^[1-9]\d{5}$/.test(text);
