import { createHmac, verify } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type FileVector, readVectors } from "./support/vectors.ts";

// Checks the vectors independently of Concord: against node:crypto, and for v1 against the library of Standard Webhooks.

type Policy = keyof FileVector["expected"];

/** Facts about a delivery, from which its verdict follows. */
interface Facts {
  readonly ids: readonly string[];
  readonly timestamps: readonly string[];
  readonly signatures: readonly string[];
  /** Age in seconds. */
  readonly age: number;
  readonly tolerance: number;
  readonly entries: readonly Entry[];
}

interface Entry {
  readonly version: string;
  /** True if it is base64 (RFC 4648, section 4) with the length of such a signature. */
  readonly isWellFormed: boolean;
  /** True if the key of its version signed the sent content. */
  readonly isGenuine: boolean;
}

/** Condition of each verdict, in the order of verification (§5.3.8). */
const claims: readonly (readonly [verdict: string, holds: (facts: Facts, versions: readonly string[]) => boolean])[] = [
  ["duplicate-header", (facts) => factLists(facts).some(({ length }) => length > 1)],
  ["missing-header", (facts) => factLists(facts).some(([value]) => !value)],
  ["malformed-id", ({ ids }) => !/^msg_[\x21-\x7e]*$/.test(String(ids[0])) || /[.,]/.test(String(ids[0]))],
  [
    "malformed-timestamp",
    ({ timestamps: [text] }) =>
      !Number.isSafeInteger(Number(text)) || Number(text) < 0 || String(Number(text)) !== text,
  ],
  ["timestamp-too-old", ({ age, tolerance }) => age > tolerance],
  ["timestamp-too-new", ({ age, tolerance }) => age < -tolerance],
  ...["v1a", "v1"].flatMap((version): readonly (typeof claims)[number][] => {
    const of = ({ entries }: Facts): readonly Entry[] => entries.filter((entry) => entry.version === version);
    const wellFormed = (facts: Facts): readonly Entry[] => of(facts).filter(({ isWellFormed }) => isWellFormed);
    return [
      ["missing-entry", (facts, versions) => versions.includes(version) && of(facts).length === 0],
      ["malformed-signature", (facts, versions) => versions.includes(version) && wellFormed(facts).length === 0],
      [
        `invalid-${version}`,
        (facts, versions) => versions.includes(version) && !wellFormed(facts).some(({ isGenuine }) => isGenuine),
      ],
    ];
  }),
  ["ok", () => true],
];

const decodes = "It decodes the body to text: all bytes that UTF-8 does not have are one letter to it.";
const readsNumber = "It reads the number that a timestamp begins with, and verifies over that number.";
const joins = "It is given one text where a header is there twice, and finds an entry in it.";
const anyId = "It has no form for ids, which Standard Webhooks leaves open; the platform has one (§2.4).";

/** Vectors with a different verdict of the library on v1, and reasons why the vector is correct. */
const disagreements: Readonly<Record<string, string>> = {
  "body-binary": decodes,
  "tampered-decodes-alike": decodes,
  ...Object.fromEntries(
    ["letters-after-it", "leading-zero"].map((name) => [`timestamp-respelled-${name}`, readsNumber]),
  ),
  "header-twice-webhook-timestamp": readsNumber,
  "header-twice-webhook-signature": joins,
  "header-signature-split": joins,
  ...Object.fromEntries(
    ["of-another-prefix", "with-a-dot", "with-a-space", "joined"].map((name) => [`id-${name}`, anyId]),
  ),
  "id-with-moved-borders": anyId,
};

describe("each vector", () => {
  const vectors = readVectors();

  it.each(vectors.map((vector) => [vector.name, vector] as const))("%s agrees with node:crypto", (_, vector) => {
    expect(verdictsOf(vector)).toEqual(vector.expected);
  });

  it("has, in more than half of the cases, a valid signature, so that other reasons decide the verdict", () => {
    const withValidSignature = vectors.filter((vector) => factsOf(vector).entries.some(({ isGenuine }) => isGenuine));

    expect(withValidSignature.length).toBeGreaterThan(vectors.length / 2);
  });
});

describe("the library of Standard Webhooks", () => {
  afterEach(() => void vi.useRealTimers());

  it("agrees with the verdicts on v1, except for named disagreements", () => {
    const disagreed = readVectors().filter((vector) => accepts(vector) !== (vector.expected.v1 === "ok"));

    // Also catches a stale disagreement, which no longer occurs.
    expect(disagreed.map(({ name }) => name).toSorted()).toEqual(Object.keys(disagreements).toSorted());
  });
});

function verdictsOf(vector: FileVector): Record<Policy, string> {
  const facts = factsOf(vector);
  const verdict = (...versions: string[]): string => claims.find(([, holds]) => holds(facts, versions))?.[0] ?? "none";
  return { v1: verdict("v1"), v1a: verdict("v1a"), both: verdict("v1a", "v1") };
}

function factsOf({ headers, body, secret, publicKey, now, toleranceSeconds }: FileVector): Facts {
  const valuesOf = (signatureVersion: string): string[] =>
    headers.filter(([name]) => name.toLowerCase() === signatureVersion).map(([, value]) => value);
  const [ids, timestamps, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(valuesOf) as [
    string[],
    string[],
    string[],
  ];
  const content = Buffer.concat([Buffer.from(`${ids[0]}.${timestamps[0]}.`), Buffer.from(body, "base64")]);
  const hmac = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"))
    .update(content)
    .digest();
  const entries = (signatures[0] ?? "")
    .split(" ")
    .filter((text) => text.includes(","))
    .map((text): Entry => {
      const [version = "", ...rest] = text.split(",");
      const bytes = Buffer.from(rest.join(","), "base64");
      const isWellFormed =
        bytes.toString("base64") === rest.join(",") && bytes.length === (version === "v1a" ? 64 : hmac.length);
      const isGenuine =
        version === "v1a" ? verify(null, content, publicKey, bytes) : version === "v1" && hmac.equals(bytes);
      return { version, isWellFormed, isGenuine };
    });
  return { ids, timestamps, signatures, age: now - Number(timestamps[0]), tolerance: toleranceSeconds, entries };
}

function factLists({ ids, timestamps, signatures }: Facts): readonly (readonly string[])[] {
  return [ids, timestamps, signatures];
}

/** Verifies a vector with the library, with headers as in node:http and at the vector's time. */
function accepts({ headers, body, secret, now }: FileVector): boolean {
  const received: Record<string, string> = {};
  for (const [name, value] of headers) {
    const before = received[name.toLowerCase()];
    received[name.toLowerCase()] = before === undefined ? value : `${before}, ${value}`;
  }
  vi.useFakeTimers({ now: now * 1000 });
  try {
    new Webhook(secret).verify(Buffer.from(body, "base64"), received, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}
