import { base64Of, delivery, only, partsOf, v1, v1a, versions, withText } from "./by-hand.ts";
import { type Member, family } from "./family.ts";
import type { Materials, Vector } from "./vector.ts";
import type { WireDelivery } from "../../deliveries/delivery.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Texts that a lenient decoder reads as the right bytes, but that are not canonical base64 (RFC 4648, section 4). */
const variants: readonly (readonly [name: string, about: string, written: (text: string) => string])[] = [
  ["without-padding", "without padding", (text) => text.replaceAll("=", "")],
  ["with-more-padding", "with more padding", (text) => `${text}==`],
  ["with-bits-left-over", "with unused bits set in the last character", withBitsLeftOver],
  ["with-a-tab", "with a tab inside", (text) => `${text.slice(0, 8)}\t${text.slice(8)}`],
  ["with-a-sign-in-it", "with a character inside that is not base64", (text) => `${text.slice(0, 8)}*${text.slice(8)}`],
  ["with-a-sign-before", "with a character before it that is not base64", (text) => `:${text}`],
  ["with-a-sign-behind", "with a character after it that is not base64", (text) => `${text}!`],
  ["in-quotes", "in quotes", (text) => `"${text}"`],
  ["percent-encoded", "percent-encoded, as in a URL", encodeURIComponent],
  ["hexadecimal", "in hexadecimal digits", (text) => Buffer.from(text, "base64").toString("hex")],
  ["twice", "encoded in base64 twice", (text) => Buffer.from(text).toString("base64")],
];

/**
 * Spellings of signatures. Their bytes are right, so accepting one deceives nobody; but two receivers that read them
 * differently disagree about the signed content.
 */
export const base64: readonly Vector[] = family("base64", "delivery-format", [
  ...versions.flatMap((version) =>
    variants.map(([name, about, written]): Member => ({
      name: `base64-${version}-${name}`,
      about: `The ${version} signature is written ${about}`,
      expected: only(version, "malformed-signature"),
      receivers: "should",
      remedy: "Accept only signatures in base64 (RFC 4648, section 4), with padding.",
      make: (materials) => withText(materials, version, written),
    })),
  ),
  ...versions.map((version): Member => ({
    name: `base64-${version}-in-the-other-case`,
    about: `The letters of the ${version} signature have upper and lower case exchanged, so that it is another signature`,
    expected: only(version, `invalid-${version}`),
    receivers: "should",
    remedy: "Compare the bytes of a signature, or its exact text: base64 distinguishes upper and lower case.",
    make: (materials) => withText(materials, version, inOtherCase),
  })),
  {
    name: "base64-url-alphabet",
    about: "Both signatures are written in base64url",
    expected: "malformed-signature",
    receivers: "should",
    remedy: "Accept only signatures in base64 (RFC 4648, section 4), not base64url (section 5).",
    make: (materials) => withPlusOrSlash(materials, (text) => text.replaceAll("+", "-").replaceAll("/", "_")),
  },
  {
    name: "base64-plus-and-slash",
    about: "Both signatures contain a plus or a slash",
    expected: "ok",
    remedy: "Decode signatures as base64 (RFC 4648, section 4), without decoding them as a part of a URL.",
    make: (materials) => withPlusOrSlash(materials, (text) => text),
  },
]);

/** Text with another last letter that decodes to the same bytes, because some of its bits are unused. */
function withBitsLeftOver(text: string): string {
  const [letters = ""] = text.split("=");
  const last = alphabet[alphabet.indexOf(letters.at(-1) ?? "") + 1];
  return `${letters.slice(0, -1)}${last}${text.slice(letters.length)}`;
}

/** Text in other letter case, except for the last four letters, which would have unused bits. */
function inOtherCase(text: string): string {
  const swapped = Array.from(text.slice(0, -4), (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return swapped.join("") + text.slice(-4);
}

/** Delivery with an id for which both signatures contain a letter outside of the URL alphabet. */
function withPlusOrSlash(materials: Materials, written: (text: string) => string): WireDelivery {
  for (let count = 0; ; count++) {
    const parts = partsOf(materials, { id: `${materials.id}_${count}` });
    const texts = [v1a(parts), v1(parts)].map(base64Of);
    if (texts.every((text) => /[+/]/.test(text)))
      return delivery(parts, [`v1a,${written(texts[0] as string)}`, `v1,${written(texts[1] as string)}`]);
  }
}
