import { createHash } from "node:crypto";

/** Converts a name to lower-case letters, digits and dashes, for file names and URLs. */
export function createSlug(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60);
  // The name has no Latin letters or digits.
  if (slug === "") return createHash("sha256").update(name).digest("hex").slice(0, 8);
  return slug;
}
