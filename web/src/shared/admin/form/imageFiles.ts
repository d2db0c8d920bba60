export const imageTypes = ["image/jpeg", "image/png", "image/webp", "image/gif"];
const imageTypeMessage = "Only JPG, PNG, WebP, and GIF images are allowed";
const maxBytes = 10 * 1024 * 1024;

/** Returns what is wrong with a chosen file, before the upload. */
export function imageProblem(file: File): string | undefined {
  if (!imageTypes.includes(file.type)) return imageTypeMessage;
  if (file.size === 0) return "This file is empty.";
  if (file.size > maxBytes) return "A picture may have 10 MB at most.";
}
