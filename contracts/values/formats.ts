import fc from "fast-check";
import { seededHex } from "./seed.ts";

/** How the texts of a format are made, and the one that a document would show. */
interface Format {
  readonly valid: () => fc.Arbitrary<string>;
  readonly plain: (name: string) => string;
}

const date = (): fc.Arbitrary<Date> =>
  fc.date({ min: new Date("1970-01-01T00:00:00Z"), max: new Date("2099-12-31T23:59:59Z"), noInvalidDate: true });
const base64 = (): fc.Arbitrary<string> =>
  fc.uint8Array({ maxLength: 24 }).map((bytes) => Buffer.from(bytes).toString("base64"));
const dayAndTime = "2026-01-05T12:00:00Z";

/** Formats that are made like another one. */
const aliases: Readonly<Record<string, string>> = {
  iri: "uri",
  url: "uri",
  "iri-reference": "uri-reference",
  "idn-email": "email",
  "idn-hostname": "hostname",
};

/** How the texts of a format are made; nothing for a format that no validator checks. */
export function formatOf(name: string): Format | undefined {
  return formats[aliases[name] ?? name];
}

const formats: Readonly<Record<string, Format>> = {
  "date-time": { valid: () => date().map((value) => value.toISOString()), plain: () => dayAndTime },
  date: { valid: () => date().map((value) => value.toISOString().slice(0, 10)), plain: () => dayAndTime.slice(0, 10) },
  time: { valid: () => date().map((value) => value.toISOString().slice(11)), plain: () => dayAndTime.slice(11) },
  duration: { valid: () => fc.integer({ min: 0, max: 99 }).map((hours) => `PT${hours}H`), plain: () => "PT1H" },
  uuid: { valid: () => fc.uuid(), plain: (name) => uuidFrom(seededHex(name, 32)) },
  email: {
    valid: () => fc.stringMatching(/^[a-z][a-z0-9]{0,9}@[a-z]{1,9}\.example$/),
    plain: (name) => `${slug(name)}@example.org`,
  },
  uri: {
    valid: () => fc.stringMatching(/^https:\/\/[a-z]{1,9}\.example\/[a-z0-9]{0,9}$/),
    plain: (name) => `https://example.org/${slug(name)}`,
  },
  "uri-reference": { valid: () => fc.stringMatching(/^\/[a-z0-9]{0,9}$/), plain: (name) => `/${slug(name)}` },
  hostname: { valid: () => fc.stringMatching(/^[a-z]{1,9}\.example$/), plain: () => "example.org" },
  ipv4: { valid: () => fc.ipV4(), plain: () => "192.0.2.1" },
  ipv6: { valid: () => fc.ipV6(), plain: () => "2001:db8::1" },
  byte: { valid: base64, plain: () => "AQID" },
  regex: { valid: () => fc.constantFrom("^a+$", "[0-9]"), plain: () => "^a+$" },
  "json-pointer": { valid: () => fc.stringMatching(/^(\/[a-z0-9]{1,5}){0,3}$/), plain: () => "/a" },
};

function slug(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "example"
  );
}

function uuidFrom(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join("-");
}
