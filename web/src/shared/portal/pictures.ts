export const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/gif"];
export const pictureRule = "Only JPG, PNG, WebP, and GIF images are allowed";
const most = 10 * 1024 * 1024;

/** What is wrong with a chosen file, before anything is sent. */
export function pictureFault(file: File): string | undefined {
  if (!pictureTypes.includes(file.type)) return pictureRule;
  if (file.size === 0) return "This file is empty.";
  if (file.size > most) return "A picture may have 10 MB at most.";
}
