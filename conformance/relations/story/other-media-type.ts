import type { Violation } from "./violation.ts";
import type { Item } from "../../items/item.ts";
import { type Operation, successOf } from "../../../contracts/index.ts";
import type { Exchange } from "../../model/exchange.ts";
import { contentTypeOf } from "../../model/media-of.ts";
import { isSuccess } from "../../items/fields.ts";

/** Names of members that choose a media type. */
const formatNames = /(^|_)(format|file_?type|media_?type|content_?type|output)$|(Format|FileType|MediaType)$/;

/**
 * A response in another documented media type than the one that the item was created with, such as a PDF where its
 * `format` is "csv". Its basis is "assumed", because the contract does not say that the name chooses the type.
 */
export function otherMediaType(read: Exchange, reader: Operation, { sent }: Item): readonly Violation[] {
  if (!isSuccess(read)) return [];
  const documented = successOf(reader).response?.content.map(({ mediaType }) => mediaType.toLowerCase()) ?? [];
  const shown = contentTypeOf(read.response);
  for (const [name, value] of Object.entries(sent)) {
    if (!formatNames.test(name) || typeof value !== "string") continue;
    const named = documented.filter((mediaType) => isNamed(mediaType, value));
    if (named.length !== 1 || !documented.includes(shown) || named.includes(shown)) continue;
    const message = `The item was created with "${name}" ${JSON.stringify(value)}, and is answered as ${shown}, not ${named[0]}`;
    return [{ key: `media type for ${name}`, message, exchange: read, otherExchanges: [], basis: "assumed" }];
  }
  return [];
}

/** True for a media type that a value names: itself, or its subtype, such as "csv" for "text/csv". */
function isNamed(mediaType: string, value: string): boolean {
  const name = value.toLowerCase();
  return mediaType === name || new RegExp(`/(x-|vnd\\.)?${name.replaceAll(/[^\w]/g, "\\W")}$`).test(mediaType);
}
