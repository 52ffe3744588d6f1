import { bothInvalid, tamperedDelivery as tamperedFrom } from "./by-hand.ts";
import { eventWith, rawBody, rewritten, textOf, withByte } from "./events.ts";
import { type Member, family } from "./family.ts";
import type { Materials, Vector } from "./vector.ts";

/** Signed body, and the body that is sent instead. */
interface Change {
  readonly name: string;
  readonly about: string;
  /** Default: the event. */
  readonly signed?: (materials: Materials) => Uint8Array;
  readonly sent: (materials: Materials, signed: Uint8Array) => Uint8Array;
  /** Default: verify the raw body. */
  readonly remedy?: string;
}

const text = (written: (materials: Materials) => string) => (materials: Materials) => Buffer.from(written(materials));

const changes: readonly Change[] = [
  {
    name: "last-byte",
    about: "differs in its last byte",
    sent: (_, signed) => Buffer.concat([signed.subarray(0, -1), Buffer.of(0x20)]),
  },
  {
    name: "last-byte-of-many",
    about: "is of many chunks, and differs in its last byte",
    signed: text((materials) => `${textOf(materials)}${" ".repeat(100_000)}`),
    sent: (_, signed) => Buffer.concat([signed.subarray(0, -1), Buffer.of(0x0a)]),
  },
  { name: "member-added", about: "has a further member", sent: (materials) => eventWith(materials, '"admin":true') },
  {
    name: "value-changed",
    about: "contains another number",
    signed: (materials) => eventWith(materials, '"amount":100'),
    sent: (materials) => eventWith(materials, '"amount":900'),
  },
  { name: "replaced", about: "is that of another delivery", sent: () => Buffer.from('{"another":true}') },
  { name: "emptied", about: "is an empty object", sent: () => Buffer.from("{}") },
  { name: "nothing", about: "is not there", sent: () => Buffer.alloc(0) },
  { name: "text", about: "is text that is not JSON", sent: () => Buffer.from("entity.created") },
  { name: "cut", about: "lacks its second half", sent: (_, signed) => signed.subarray(0, signed.length / 2) },
  { name: "space-behind", about: "has a space after it", sent: text((materials) => `${textOf(materials)} `) },
  { name: "space-before", about: "has a space before it", sent: text((materials) => ` ${textOf(materials)}`) },
  { name: "line-end-behind", about: "has a line end after it", sent: text((materials) => `${textOf(materials)}\n`) },
  {
    name: "trimmed",
    about: "has lost the line end after it",
    signed: text((materials) => `${textOf(materials)}\n`),
    sent: (materials) => materials.body,
  },
  {
    name: "line-ends",
    about: "has LF where CR and LF were",
    signed: text((materials) => `\r\n${textOf(materials)}\r\n`),
    sent: text((materials) => `\n${textOf(materials)}\n`),
  },
  { name: "indented", about: "is the same JSON with indentation", sent: (_, signed) => rewritten(signed, 2) },
  {
    name: "rewritten",
    about: "is the same JSON, parsed and serialized again",
    signed: (materials) => eventWith(materials, String.raw`"amount":1.0,"note":"\u00e9\/"`),
    sent: (_, signed) => rewritten(signed),
  },
  {
    name: "member-order",
    about: "has the same members in another order",
    signed: (materials) => eventWith(materials, '"one":1,"two":2'),
    sent: (materials) => eventWith(materials, '"two":2,"one":1'),
  },
  {
    name: "duplicate-dropped",
    about: "has lost the first of two members with the same name",
    signed: (materials) => eventWith(materials, '"note":"one","note":"two"'),
    sent: (materials) => eventWith(materials, '"note":"two"'),
  },
  {
    name: "normalised",
    about: "has a character in its other Unicode form",
    signed: (materials) => eventWith(materials, '"note":"\u00e9"'),
    sent: (materials) => eventWith(materials, '"note":"e\u0301"'),
  },
  {
    name: "byte-order-mark",
    about: "has a byte order mark before it",
    sent: text((materials) => `\uFEFF${textOf(materials)}`),
  },
  {
    name: "decodes-alike",
    about: "has a byte that is invalid in UTF-8, which decoders read as the signed character",
    signed: (materials) => eventWith(materials, '"note":"\uFFFD"'),
    sent: (_, signed) => withByte(signed, "\uFFFD", 0xff),
    remedy: "Verify over the bytes as they were received, or refuse a body that is not UTF-8 before you decode it.",
  },
];

/** Genuine deliveries with another body than the signed one. */
export const tampered: readonly Vector[] = family(
  "tampered",
  "signed-content",
  changes.map(({ name, about, signed, sent, remedy = rawBody }): Member => ({
    name: `tampered-${name}`,
    about: `The body ${about}, after it was signed`,
    expected: bothInvalid,
    remedy,
    make(materials) {
      const body = signed?.(materials) ?? materials.body;
      return tamperedFrom(materials, { body: sent(materials, body) }, { body });
    },
  })),
);
