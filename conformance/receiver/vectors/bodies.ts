import { type Citations, clauseOn, clauseText } from "../../model/citations.ts";
import { genuineDelivery } from "./by-hand.ts";
import { eventWith, rawBody, rewritten, textOf, withByte } from "./events.ts";
import { type Member, family } from "./family.ts";
import type { Materials, Vector } from "./vector.ts";

const MEGABYTE = 1_000_000;
/** Size above the usual chunk of 64 KB, in letters of four bytes, so that chunks end within a letter. */
const LETTERS = 50_000;

function sizeRemedy(profile: Citations): string {
  const clause = clauseOn(profile, "body-size");
  const source = clause === undefined ? "the platform" : clauseText(profile, clause);
  return `Accept bodies of a megabyte: ${source} documents no limit, and many servers have a default limit of 100 KB.`;
}

/** JSON whose bytes change if it is parsed and written again, or normalised. */
const json: readonly (readonly [name: string, about: string, body: (materials: Materials) => Uint8Array])[] = [
  ["indented", "JSON with indentation", (materials) => rewritten(materials.body, 2)],
  ["line-end", "JSON with a line end after it", (materials) => Buffer.from(`${textOf(materials)}\n`)],
  ["windows-lines", "JSON with CR and LF around it", (materials) => Buffer.from(`\r\n${textOf(materials)}\r\n`)],
  ["spaces", "JSON with spaces and tabs around it", (materials) => Buffer.from(` \t${textOf(materials)}\t `)],
  [
    "unicode",
    "JSON with characters of two, three and four bytes",
    (materials) => eventWith(materials, '"note":"Größe € 漢字 😀"'),
  ],
  [
    "composed",
    "JSON with a letter in two Unicode forms",
    (materials) => eventWith(materials, '"note":"\u00e9 e\u0301"'),
  ],
  [
    "escapes",
    "JSON with unnecessary escapes",
    (materials) => eventWith(materials, String.raw`"note":"\u00e9\/\u0041\u000A"`),
  ],
  ["separators", "JSON with U+2028 and U+2029", (materials) => eventWith(materials, '"note":"\u2028\u2029"')],
  [
    "markup",
    "JSON with characters that some serializers escape",
    (materials) => eventWith(materials, '"note":"<a href=\'x\'>&</a>"'),
  ],
  ["point-zero", "JSON with the number 1.0", (materials) => eventWith(materials, '"amount":1.0')],
  ["exponent", "JSON with the number 1e2", (materials) => eventWith(materials, '"amount":1e2')],
  ["minus-zero", "JSON with the number -0", (materials) => eventWith(materials, '"amount":-0')],
  [
    "large-number",
    "JSON with a number that a double cannot represent",
    (materials) => eventWith(materials, '"amount":12345678901234567890'),
  ],
  [
    "long-fraction",
    "JSON with more digits than a double has",
    (materials) => eventWith(materials, '"amount":0.1000000000000000055'),
  ],
  ["duplicate-keys", "JSON with a duplicate member", (materials) => eventWith(materials, '"note":"one","note":"two"')],
  [
    "number-keys",
    "JSON with numbers as names, the greater first",
    (materials) => eventWith(materials, '"10":"ten","2":"two"'),
  ],
  [
    "dots",
    "JSON with dots like those of the signed content",
    (materials) => eventWith(materials, `"note":"${materials.id}.${materials.now}."`),
  ],
  ["large", "JSON of a megabyte", (materials) => eventWith(materials, `"note":"${"a".repeat(MEGABYTE)}"`)],
  [
    "large-unicode",
    "JSON of many chunks, with characters of four bytes",
    (materials) => eventWith(materials, `"note":"${"😀".repeat(LETTERS)}"`),
  ],
];

/**
 * Bodies that are no events. A provider may send them where its contract does not show the body, but the library that is
 * recommended for v1 throws an error for a text that is not JSON.
 */
const noEvents: readonly (readonly [name: string, about: string, body: () => Uint8Array])[] = [
  ["empty", "nothing", () => Buffer.alloc(0)],
  ["text", "text that is not JSON", () => Buffer.from("hello, world")],
  ["null", "the JSON null", () => Buffer.from("null")],
];

/** Bodies for verifiers only. A receiver may refuse them after verifying them. */
const others: readonly (readonly [name: string, about: string, body: (materials: Materials) => Uint8Array])[] = [
  [
    "lone-surrogate",
    "JSON with an unpaired surrogate as an escape",
    (materials) => eventWith(materials, String.raw`"note":"\uD83D"`),
  ],
  [
    "prototype-key",
    "JSON with a member named __proto__",
    (materials) => eventWith(materials, '"__proto__":{"note":1}'),
  ],
  ["form", "a form", () => Buffer.from("name=entity.created&note=a+b%20c")],
  ["byte-order-mark", "JSON after a byte order mark", (materials) => Buffer.from(`\uFEFF${textOf(materials)}`)],
  ["utf-16", "JSON in UTF-16", (materials) => Buffer.from(textOf(materials), "utf16le")],
  [
    "invalid-utf-8",
    "JSON with a byte that is invalid in UTF-8",
    (materials) => withByte(eventWith(materials, '"note":"?"'), "?", 0xff),
  ],
  ["zeros", "bytes that are zero", () => Buffer.alloc(64)],
  ["binary", "every byte value once", () => Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
];

/** Genuine deliveries of all kinds of bodies. The raw request body is signed. */
export const bodies: readonly Vector[] = family("bodies", "signed-content", [
  ...json.map(([name, about, body]): Member => ({
    name: `body-${name}`,
    about: `The body is ${about}`,
    expected: "ok",
    remedy: rawBody,
    // The size limit of deliveries is not documented.
    ...(name.startsWith("large") && {
      isLarge: true as const,
      topic: "body-size",
      receivers: "should" as const,
      remedy: sizeRemedy,
    }),
    make: (materials) => genuineDelivery(materials, { body: body(materials) }),
  })),
  ...noEvents.map(([name, about, body]): Member => ({
    name: `body-${name}`,
    about: `The body is ${about}`,
    expected: "ok",
    receivers: "should",
    remedy:
      "Respond with 2xx to a delivery that verifies, and ignore a body that you cannot use: a provider repeats refused deliveries.",
    make: (materials) => genuineDelivery(materials, { body: body() }),
  })),
  ...others.map(([name, about, body]): Member => ({
    name: `body-${name}`,
    about: `The body is ${about}`,
    expected: "ok",
    receivers: "not-asked",
    remedy: rawBody,
    make: (materials) => genuineDelivery(materials, { body: body(materials) }),
  })),
]);
