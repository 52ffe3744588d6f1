import { type JsonObject, membersOf, partsOf } from "../../contracts/index.ts";
import type { Answered } from "../items/fields.ts";
import { requestMedia } from "../requests/wire.ts";
import type { Flaw } from "./finding.ts";

/** What says of a text that it is not kept to the letter. */
const normalising = /lower|upper|\bcase|trim|space|normali[sz]|canonical|slug/i;
/** Forms in which two spellings are the same (RFC 3986, RFC 4122, RFC 5321). */
const equalling = new Set(["email", "idn-email", "uri", "uri-reference", "hostname", "idn-hostname", "uuid"]);

/**
 * Plain texts of which only the case or the spaces around them are not those that were sent. No contract promises to
 * keep them to the letter, unless it says otherwise: so it is assumed.
 */
export function normalisedTexts(
  kept: JsonObject,
  shown: JsonObject,
  { contract, operation }: Answered,
): readonly Flaw[] {
  const schema = requestMedia(operation)?.schema?.value ?? true;
  return Object.entries(kept).flatMap(([name, sent]): readonly Flaw[] => {
    const got = shown[name];
    if (typeof sent !== "string" || typeof got !== "string" || got === sent || !/^[ -~]*$/.test(sent)) return [];
    const isCase = got === sent.toLowerCase() || got === sent.toUpperCase();
    if (!isCase && got !== sent.trim()) return [];
    const parts = membersOf(contract, schema, name).flatMap((member) => partsOf(contract, member));
    // One of some listed values is no text, of which one could say that it means the same.
    const isListed = parts.some((part) => "enum" in part || "const" in part);
    const isFree = parts.every(
      ({ format, description }) => !equalling.has(String(format)) && !normalising.test(String(description ?? "")),
    );
    if (!isFree || parts.length === 0 || normalising.test(name)) return [];
    const what = isCase ? "case" : "spaces";
    const message = `The answer shows at "/${name}" ${JSON.stringify(got)}, where ${JSON.stringify(sent)} was sent: its ${what} changed`;
    return [{ key: `/${name} ${what}`, message, ...(!isListed && { basis: "assumed" as const }) }];
  });
}
