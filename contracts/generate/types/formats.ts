import fc from "fast-check";
import { type Naming, inventTexts, usualTime } from "../naming.ts";
import type { Lengths } from "../patterns/pattern.ts";
import { seededHex } from "../seed.ts";

/** Generator of the texts of a format. */
interface FormatTexts {
  readonly valid: fc.Arbitrary<string>;
  /** Range of lengths of the usual texts, and a function for other lengths. */
  readonly usualLengths?: Lengths & { readonly ofLength: (length: number) => string };
  /** Text that documentation would show. */
  readonly plain: (naming: Naming) => string;
  /** Valid texts that are often rejected. */
  readonly uncommon?: readonly string[];
  /** Nearly valid texts. */
  readonly nearlyValid: readonly string[];
}

/** Generator of a format; undefined for an unknown format. */
export function findFormat(name: string): FormatTexts | undefined {
  const known = canonicalFormat(name);
  if (Object.hasOwn(formats, known)) return formats[known];
  return undefined;
}

/** Texts of a format with the required length, if possible. Empty for an unknown format. */
export function textsInFormat(name: string, { minLength, maxLength }: Lengths): fc.Arbitrary<string>[] {
  const { valid, usualLengths } = findFormat(name) ?? {};
  if (!valid) return [];
  if (!usualLengths || (minLength <= usualLengths.minLength && usualLengths.maxLength <= maxLength)) return [valid];
  const lengths = fc.integer({ min: minLength, max: Math.min(maxLength, minLength + USUAL_EXTRA_LENGTH) });
  return [valid, lengths.map(usualLengths.ofLength)];
}

/** Name of the format whose generator is used: "uri" for "url". */
export function canonicalFormat(name: string): string {
  return aliases[name] ?? name;
}

/** Checks that validators check a format. They accept any text for the international formats. */
export function isChecked(name: string): boolean {
  return !/^i(ri|dn)/.test(name);
}

/** Formats that use the generator of another one. */
const aliases: Readonly<Record<string, string>> = {
  iri: "uri",
  url: "uri",
  "iri-reference": "uri-reference",
  "idn-email": "email",
  "idn-hostname": "hostname",
  "iso-time": "time",
  "iso-date-time": "date-time",
};

const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz");
const letterOrDigit = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789");
const word = fc.string({ unit: letter, minLength: 1, maxLength: 9 });
const name = fc.string({ unit: letterOrDigit, maxLength: 9 });
const names = fc.array(name, { maxLength: 3 }).map((parts) => parts.map((part) => `/${part}`).join(""));

/** Maximum number of characters beyond the minimum length, so that texts stay readable. */
const USUAL_EXTRA_LENGTH = 24;

const MAX_LOCAL = 64;
const MAX_LABEL = 63;

const instant = fc
  .date({ min: new Date("1970-01-01T00:00:00Z"), max: new Date("2099-12-31T23:59:59Z"), noInvalidDate: true })
  .map((value) => value.toISOString());
/** Times with seconds or milliseconds, in UTC or another zone. */
const time = fc
  .tuple(instant, fc.constantFrom(8, 12), fc.constantFrom("Z", "Z", "+02:00", "-05:30"))
  .map(([value, length, zone]) => `${value.slice(11, 11 + length)}${zone}`);
const day = instant.map((value) => value.slice(0, 10));

const formats: Readonly<Record<string, FormatTexts>> = {
  "date-time": {
    valid: fc.tuple(day, time).map(([date, hours]) => `${date}T${hours}`),
    plain: ({ time: now = usualTime }) => now,
    uncommon: ["2024-02-29T23:59:59.999Z", "2025-01-01T00:00:00+02:00"],
    nearlyValid: ["2025-02-30T12:00:00Z", "2025-02-28T25:00:00Z", "2025-02-28T12:00:00", "2025-02-28"],
  },
  date: {
    valid: day,
    plain: ({ time: now = usualTime }) => now.slice(0, 10),
    uncommon: ["2024-02-29", "9999-12-31"],
    nearlyValid: ["2025-02-30", "2025-13-01", "28.02.2025"],
  },
  time: { valid: time, plain: () => usualTime.slice(11), nearlyValid: ["25:00:00Z", "12:60:00Z", "noon"] },
  duration: {
    valid: fc.integer({ min: 0, max: 99 }).map((hours) => `PT${hours}H`),
    usualLengths: {
      minLength: 4,
      maxLength: 5,
      ofLength: (length) => fillToLength(length < 14 ? "PT" : "P1Y1M1DT1H1M", "1", "S", length),
    },
    plain: () => "PT1H",
    nearlyValid: ["P", "PT", "1H"],
  },
  uuid: {
    valid: fc.uuid(),
    plain: ({ seed }) => uuidFrom(seededHex(seed, 32)),
    nearlyValid: ["00000000-0000-4000-8000-00000000000", "00000000-0000-4000-8000-00000000000g"],
  },
  email: {
    valid: fc.tuple(word, name, word).map(([first, more, host]) => `${first}${more}@${host}.example`),
    usualLengths: { minLength: 11, maxLength: 36, ofLength: fillEmail },
    plain: (naming) => `${slug(naming)}@example.org`,
    uncommon: ["some.body+tag@example.org"],
    nearlyValid: ["somebody", "somebody@", "@example.org", "some body@example.org"],
  },
  uri: {
    valid: fc.tuple(word, name).map(([host, path]) => `https://${host}.example/${path}`),
    usualLengths: { minLength: 17, maxLength: 34, ofLength: fillUri },
    plain: (naming) => `https://example.org/${slug(naming)}`,
    uncommon: ["https://example.org:8443/a%20b?c=d#e", "urn:example:a"],
    nearlyValid: ["example.org", "//example.org", "https://example.org/a b", "https://example.org/%zz"],
  },
  "uri-reference": {
    valid: name.map((path) => `/${path}`),
    usualLengths: { minLength: 1, maxLength: 10, ofLength: (length) => fillToLength("/", "a", "", length) },
    plain: (naming) => `/${slug(naming)}`,
    nearlyValid: ["a b", "\\a", "%zz", "https://[::1"],
  },
  "uri-template": {
    valid: fc.tuple(word, word).map(([host, variable]) => `https://${host}.example/{${variable}}`),
    plain: (naming) => `https://example.org/${slug(naming)}/{id}`,
    nearlyValid: ["https://example.org/{", "https://example.org/{a b}", "{}"],
  },
  hostname: {
    valid: word.map((host) => `${host}.example`),
    usualLengths: { minLength: 9, maxLength: 17, ofLength: fillHost },
    plain: () => "example.org",
    nearlyValid: ["-a.example", "a b"],
  },
  ipv4: { valid: fc.ipV4(), plain: () => "192.0.2.1", nearlyValid: ["256.0.2.1", "192.0.2", "192.0.2.1.1"] },
  ipv6: {
    valid: fc.ipV6(),
    plain: () => "2001:db8::1",
    uncommon: ["::1"],
    nearlyValid: ["2001:db8:::1", "2001:db8::g", "192.0.2.1"],
  },
  byte: {
    valid: fc.uint8Array({ maxLength: 24 }).map((bytes) => Buffer.from(bytes).toString("base64")),
    plain: () => "AQID",
    nearlyValid: ["AQI", "AQ?D"],
  },
  regex: { valid: fc.constantFrom("^a+$", "[0-9]"), plain: () => "^a+$", nearlyValid: ["(", "[a", "a**"] },
  "json-pointer": { valid: names, plain: () => "/a", nearlyValid: ["a", "/~2"] },
  "json-pointer-uri-fragment": {
    valid: names.map((path) => `#${path}`),
    plain: () => "#/a",
    nearlyValid: ["/a", "#a"],
  },
  "relative-json-pointer": {
    valid: names.map((path) => `1${path}`),
    plain: () => "1/a",
    nearlyValid: ["/a", "01", "-1"],
  },
};

/** Email address as in RFC 5321: at most 64 characters before the @. */
function fillEmail(length: number): string {
  const host = length < 13 ? Math.max(3, length - 2) : Math.max(11, length - MAX_LOCAL - 1);
  return `${"a".repeat(Math.max(1, length - host - 1))}@${fillHost(host)}`;
}

/** Host name as in RFC 1035: labels with at most 63 characters. */
function fillHost(length: number): string {
  const end = length < 9 ? ".b" : ".example";
  const labels: string[] = [];
  for (let remaining = Math.max(1, length - end.length); remaining > 0; remaining -= (labels.at(-1)?.length ?? 0) + 1) {
    // A dot must be followed by a character.
    labels.push("a".repeat(remaining === MAX_LABEL + 1 ? MAX_LABEL - 1 : Math.min(remaining, MAX_LABEL)));
  }
  return labels.join(".") + end;
}

function fillUri(length: number): string {
  if (length < 12) return fillToLength("a:", "a", "", length);
  if (length < 20) return fillToLength("http://", "a", ".org", length);
  return fillToLength("https://example.org/", "a", "", length);
}

/** Text of a length, filled with a character that occurs at least once. */
function fillToLength(start: string, character: string, end: string, length: number): string {
  return start + character.repeat(Math.max(1, length - start.length - end.length)) + end;
}

function slug(naming: Naming): string {
  const [text = ""] = inventTexts(naming);
  return (
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "example"
  );
}

function uuidFrom(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
