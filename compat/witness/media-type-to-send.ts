import { mediaTypeCovers } from "../../contracts/index.ts";
import { acceptsMediaType } from "../pairing/media-types.ts";

/** Media types to send for a range, the preferred first. */
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

/** Media type to send for a range: the first usual one that no other entry covers. A plain type stays. */
export function mediaTypeToSend(range: string, others: readonly string[]): string {
  if (!range.includes("*")) return range;
  // Other entries cover all usual types. A range itself cannot be sent.
  const unusual = range.replaceAll("*", "x-other");
  return usualTypes.find((one) => mediaTypeCovers(range, one) && !acceptsMediaType(others, one)) ?? unusual;
}
