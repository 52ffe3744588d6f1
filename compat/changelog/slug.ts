import { createHash } from "node:crypto";

/** A name as a part of a file's name and of a URL: small letters, digits and dashes. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60);
  // A name of other letters than these.
  return slug === "" ? createHash("sha256").update(name).digest("hex").slice(0, 8) : slug;
}
