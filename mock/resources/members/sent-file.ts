import type { JsonObject, Json } from "../../../contracts/index.ts";
import type { Input } from "../../calls/input.ts";

/** Names of the properties that describe an uploaded file. */
const names = {
  name: ["filename", "file_name", "fileName", "original_filename", "originalFilename", "name"],
  size: ["size", "size_bytes", "sizeBytes", "file_size", "fileSize", "filesize", "bytes", "content_length"],
  type: ["content_type", "contentType", "mime_type", "mimeType", "mimetype", "media_type", "mediaType", "type"],
} as const;

/** Name, size and media type of the first uploaded file, as far as the item has properties for them. */
export function readFileProperties({ files }: Input, isKnown: (name: string) => boolean): JsonObject {
  const file = files?.[0];
  if (!file) return {};
  const facts: Readonly<Record<keyof typeof names, Json | undefined>> = {
    name: file.name,
    size: file.bytes.length,
    type: file.type === "" ? undefined : file.type,
  };
  return Object.fromEntries(
    (Object.keys(names) as (keyof typeof names)[]).flatMap((fact) => {
      const name = names[fact].find((each) => isKnown(each));
      const value = facts[fact];
      if (name === undefined || value === undefined) return [];
      return [[name, value]];
    }),
  );
}
