import { mediaTypeCovers } from "../../contracts/index.ts";
import { acceptsMediaType } from "../pairing/media-types.ts";

/** What is sent where a range is documented. */
const usualTypes = [
  "application/json",
  "application/ld+json",
  "text/plain",
  "application/octet-stream",
  "multipart/form-data",
  "image/png",
  "audio/mpeg",
  "video/mp4",
  "text/csv",
  "multipart/mixed",
  "image/jpeg",
  "audio/ogg",
  "video/webm",
  "application/x-other",
];

/** A type that a range stands for: the first usual one that none of some others speaks of. What is no range stands for itself. */
export function typeWithin(range: string, others: readonly string[]): string {
  if (!range.includes("*")) return range;
  // Where all that is usual is spoken of: a range itself is no type that anything is of.
  const unusual = range.replaceAll("*", "x-other");
  return usualTypes.find((one) => mediaTypeCovers(range, one) && !acceptsMediaType(others, one)) ?? unusual;
}
