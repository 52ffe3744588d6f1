import fc from "fast-check";
import { type Naming, textsFor, usualTime } from "./naming.ts";
import { seededHex } from "./seed.ts";

/** How the texts of a format are made. */
interface Format {
  readonly valid: fc.Arbitrary<string>;
  /** The one that a document would show. */
  readonly plain: (naming: Naming) => string;
  /** Right, and often refused. */
  readonly edges?: readonly string[];
  /** Near misses. */
  readonly wrong: readonly string[];
}

/** How the texts of a format are made; nothing for a format that is not known here. */
export function formatOf(name: string): Format | undefined {
  const known = canonicalFormat(name);
  return Object.hasOwn(formats, known) ? formats[known] : undefined;
}

/** The name of the format that one is made like: "uri" for "url". */
export function canonicalFormat(name: string): string {
  return aliases[name] ?? name;
}

/** Whether validators look at a format; the international ones are known here, but never fail. */
export function isChecked(name: string): boolean {
  return !/^i(ri|dn)/.test(name);
}

/** Formats that are made like another one. */
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

const instant = fc
  .date({ min: new Date("1970-01-01T00:00:00Z"), max: new Date("2099-12-31T23:59:59Z"), noInvalidDate: true })
  .map((value) => value.toISOString());
/** To the second, or to the millisecond; in UTC, or elsewhere. */
const time = fc
  .tuple(instant, fc.constantFrom(8, 12), fc.constantFrom("Z", "Z", "+02:00", "-05:30"))
  .map(([value, length, zone]) => `${value.slice(11, 11 + length)}${zone}`);
const day = instant.map((value) => value.slice(0, 10));

const formats: Readonly<Record<string, Format>> = {
  "date-time": {
    valid: fc.tuple(day, time).map(([date, hours]) => `${date}T${hours}`),
    plain: ({ time: now = usualTime }) => now,
    edges: ["2024-02-29T23:59:59.999Z", "2025-01-01T00:00:00+02:00"],
    wrong: ["2025-02-30T12:00:00Z", "2025-02-28T25:00:00Z", "2025-02-28T12:00:00", "2025-02-28"],
  },
  date: {
    valid: day,
    plain: ({ time: now = usualTime }) => now.slice(0, 10),
    edges: ["2024-02-29", "9999-12-31"],
    wrong: ["2025-02-30", "2025-13-01", "28.02.2025"],
  },
  time: { valid: time, plain: () => usualTime.slice(11), wrong: ["25:00:00Z", "12:60:00Z", "noon"] },
  duration: {
    valid: fc.integer({ min: 0, max: 99 }).map((hours) => `PT${hours}H`),
    plain: () => "PT1H",
    wrong: ["P", "PT", "1H"],
  },
  uuid: {
    valid: fc.uuid(),
    plain: ({ seed }) => uuidFrom(seededHex(seed, 32)),
    wrong: ["00000000-0000-4000-8000-00000000000", "00000000-0000-4000-8000-00000000000g"],
  },
  email: {
    valid: fc.tuple(word, name, word).map(([first, more, host]) => `${first}${more}@${host}.example`),
    plain: (naming) => `${slug(naming)}@example.org`,
    edges: ["some.body+tag@example.org"],
    wrong: ["somebody", "somebody@", "@example.org", "some body@example.org"],
  },
  uri: {
    valid: fc.tuple(word, name).map(([host, path]) => `https://${host}.example/${path}`),
    plain: (naming) => `https://example.org/${slug(naming)}`,
    edges: ["https://example.org:8443/a%20b?c=d#e", "urn:example:a"],
    wrong: ["example.org", "//example.org", "https://example.org/a b", "https://example.org/%zz"],
  },
  "uri-reference": {
    valid: name.map((path) => `/${path}`),
    plain: (naming) => `/${slug(naming)}`,
    wrong: ["a b", "\\a", "%zz", "https://[::1"],
  },
  "uri-template": {
    valid: fc.tuple(word, word).map(([host, variable]) => `https://${host}.example/{${variable}}`),
    plain: (naming) => `https://example.org/${slug(naming)}/{id}`,
    wrong: ["https://example.org/{", "https://example.org/{a b}", "{}"],
  },
  hostname: { valid: word.map((host) => `${host}.example`), plain: () => "example.org", wrong: ["-a.example", "a b"] },
  ipv4: { valid: fc.ipV4(), plain: () => "192.0.2.1", wrong: ["256.0.2.1", "192.0.2", "192.0.2.1.1"] },
  ipv6: {
    valid: fc.ipV6(),
    plain: () => "2001:db8::1",
    edges: ["::1"],
    wrong: ["2001:db8:::1", "2001:db8::g", "192.0.2.1"],
  },
  byte: {
    valid: fc.uint8Array({ maxLength: 24 }).map((bytes) => Buffer.from(bytes).toString("base64")),
    plain: () => "AQID",
    wrong: ["AQI", "AQ?D"],
  },
  regex: { valid: fc.constantFrom("^a+$", "[0-9]"), plain: () => "^a+$", wrong: ["(", "[a", "a**"] },
  "json-pointer": { valid: names, plain: () => "/a", wrong: ["a", "/~2"] },
  "json-pointer-uri-fragment": { valid: names.map((path) => `#${path}`), plain: () => "#/a", wrong: ["/a", "#a"] },
  "relative-json-pointer": { valid: names.map((path) => `1${path}`), plain: () => "1/a", wrong: ["/a", "01", "-1"] },
};

function slug(naming: Naming): string {
  const [text = ""] = textsFor(naming);
  return (
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "example"
  );
}

function uuidFrom(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join("-");
}
