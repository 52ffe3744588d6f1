import { type JsonObject, membersOf, partsOf } from "../../contracts/index.ts";
import type { OperationExchange } from "../items/fields.ts";
import { requestMedia } from "../requests/wire.ts";
import type { Flaw } from "./finding.ts";

/** Words in a name or description that announce normalisation of a text. */
const normalising = /lower|upper|\bcase|trim|space|normali[sz]|canonical|slug/i;
/** Formats in which spellings can be equivalent (RFC 3986, RFC 4122, RFC 5321). */
const formatsWithEquivalents = new Set([
  "email",
  "idn-email",
  "uri",
  "uri-reference",
  "hostname",
  "idn-hostname",
  "uuid",
]);

/**
 * Flaws of texts whose case or surrounding spaces changed. Contracts do not promise to keep a text exactly, so the basis
 * is assumed, except for listed values.
 */
export function normalisedTexts(
  kept: JsonObject,
  shown: JsonObject,
  { contract, operation }: OperationExchange,
): readonly Flaw[] {
  const schema = requestMedia(operation)?.schema?.value ?? true;
  return Object.entries(kept).flatMap(([name, sent]): readonly Flaw[] => {
    const shownText = shown[name];
    if (typeof sent !== "string" || typeof shownText !== "string" || shownText === sent || !/^[ -~]*$/.test(sent))
      return [];
    const isCase = shownText === sent.toLowerCase() || shownText === sent.toUpperCase();
    if (!isCase && shownText !== sent.trim()) return [];
    const parts = membersOf(contract, schema, name).flatMap((member) => partsOf(contract, member));
    // A listed value has an exact spelling, so another case is another value.
    const isListed = parts.some((part) => "enum" in part || "const" in part);
    const isFree = parts.every(
      ({ format, description }) =>
        !formatsWithEquivalents.has(String(format)) && !normalising.test(String(description ?? "")),
    );
    if (!isFree || parts.length === 0 || normalising.test(name)) return [];
    const what = isCase ? "case" : "spaces";
    const message = `The response shows at "/${name}" ${JSON.stringify(shownText)}, where ${JSON.stringify(sent)} was sent: its ${what} changed`;
    return [
      {
        key: `/${name} ${what}`,
        message,
        shown: { pointer: `/${name}`, actual: JSON.stringify(shownText) },
        ...(!isListed && { basis: "assumed" as const }),
      },
    ];
  });
}
