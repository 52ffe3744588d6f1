import type { JsonObject, Json } from "../../contracts/index.ts";
import type { Input } from "../calls/input.ts";

/** What the properties are called that say of an item which file it was made of. */
const names = {
  name: ["filename", "file_name", "fileName", "original_filename", "originalFilename", "name"],
  size: ["size", "size_bytes", "sizeBytes", "file_size", "fileSize", "filesize", "bytes", "content_length"],
  type: ["content_type", "contentType", "mime_type", "mimeType", "mimetype", "media_type", "mediaType", "type"],
} as const;

/** What an item is told of the first file that came: its name, its size and its media type, where it has them. */
export function factsOf({ files }: Input, isKnown: (name: string) => boolean): JsonObject {
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
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
}
