import { createHmac, generateKeyPairSync, verify as nodeVerify } from "node:crypto";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Entry, type Reason, type Received, type Verified, reasons, sign, verify } from "./index.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const other = generateKeyPairSync("ed25519");
const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const otherSecret = `whsec_${Buffer.alloc(24, 8).toString("base64")}`;
const timestamp = 1_750_000_000;
const now = timestamp * 1000;
const id = "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W";
const body = Buffer.from('{"name":"entity.created"}');
const keys = { secret, publicKey };
const headers = sign({ id, timestamp, body, secret, privateKey });

const absurdTimes = ["soon", "1750000000abc", "1.75e9", "1750000000.0", "+1750000000", "01750000000", "-1"].concat(
  "1750000000, 1750000000",
  "9".repeat(40),
);

type Message = { readonly id: string; readonly timestamp: number; readonly body: Uint8Array };
type Verify = (received: Received) => Verified;

const messages: fc.Arbitrary<Message> = fc.record({
  id: fc.stringMatching(/^msg_[!-+\-/-~]{0,30}$/),
  timestamp: fc.nat(4_000_000_000),
  body: fc.uint8Array({ maxLength: 200 }),
});

describe("sign()", () => {
  it("writes the v1a entry, one space, and the v1 entry, over id, timestamp and raw body, joined with dots", () => {
    const law = fc.property(messages, (message) => {
      const signed = sign({ ...message, secret, privateKey });
      const content = Buffer.concat([Buffer.from(`${message.id}.${message.timestamp}.`), message.body]);
      const [, asymmetric = "", symmetric = ""] =
        /^v1a,([A-Za-z0-9+/=]+) v1,([A-Za-z0-9+/=]+)$/.exec(signed["webhook-signature"]) ?? [];

      expect(signed).toMatchObject({ "webhook-id": message.id, "webhook-timestamp": String(message.timestamp) });
      expect(nodeVerify(null, content, publicKey, Buffer.from(asymmetric, "base64"))).toBe(true);
      expect(symmetric).toBe(createHmac("sha256", Buffer.alloc(24, 7)).update(content).digest("base64"));
    });
    fc.assert(law);
  });

  it("writes only the entry that it has a key for", () => {
    expect(sign({ id, timestamp, body, secret })["webhook-signature"]).toMatch(/^v1,\S+$/);
    expect(sign({ id, timestamp, body, privateKey })["webhook-signature"]).toMatch(/^v1a,\S+$/);
  });

  it.each([
    ["a parsed body", { body: {} as Uint8Array }, 'Cannot sign a body of type "object"'],
    ["a text", { body: "{}" as unknown as Uint8Array }, 'Cannot sign a body of type "string"'],
    ["an id without its prefix", { id: "1" }, 'Cannot sign a message with the id "1"'],
    ["an id with a dot", { id: "msg_1.2" }, "without dots"],
    ["half a second", { timestamp: 0.5 }, 'Cannot sign at the time "0.5"'],
    ["milliseconds", { timestamp: now }, "that is milliseconds, and it must be seconds"],
    ["nothing to sign with", { secret: undefined, privateKey: undefined }, "Cannot sign with nothing"],
    ["a secret of another form", { secret: "sesame" }, "Cannot use a signing secret"],
    ["a public key", { privateKey: publicKey }, "Cannot use a public key"],
    ["a text that is no key", { privateKey: "sesame" }, "Cannot read the private key"],
  ])("throws for %s", (_, changes, message) => {
    const signing = { id, timestamp, body, secret, privateKey, ...changes } as Parameters<typeof sign>[0];

    expect(() => sign(signing)).toThrow(TypeError);
    expect(() => sign(signing)).toThrow(message);
  });

  it("does not print a rejected secret", () => {
    expect(() => sign({ id, timestamp, body, secret: "whsec_s3same!" })).toThrow(/^(?!.*s3same)/);
  });
});

describe("verify()", () => {
  it.each<[string, Law]>([
    ["takes what was signed, with either key and with both", acceptsSignedDeliveries],
    ["refuses every other bit of the body, the id, the timestamp and each signature", rejectsChangedBits],
    ["refuses the key of another organization, and the secret of another webhook", rejectsOtherKeys],
    ["takes 300 seconds either way, and not one more", respectsTolerance],
  ])("%s", (_, law) => {
    expect(() => law(verify)).not.toThrow();
  });

  it.each<[string, Law, Verify]>([
    ["refuses all", acceptsSignedDeliveries, () => ({ ok: false, reason: "invalid-v1" })],
    [
      "reads the body as text",
      acceptsSignedDeliveries,
      (received) => verify({ ...received, body: asText(received.body) }),
    ],
    ["takes all", rejectsChangedBits, () => ({ ok: true })],
    ["ignores v1a", rejectsOtherKeys, (received) => verify(without("publicKey", received))],
    ["ignores v1", rejectsOtherKeys, (received) => verify(without("secret", received))],
    ["tolerates a second more", respectsTolerance, (received) => verify({ ...received, toleranceSeconds: 301 })],
    ["tolerates a second less", respectsTolerance, (received) => verify({ ...received, toleranceSeconds: 299 })],
  ])("violates its law when it %s", (_, law, planted) => {
    expect(() => law(planted)).toThrow();
  });

  it.each<[Reason, string, Record<string, unknown>]>([
    ["missing-header", "no headers", { headers: {} }],
    ["missing-header", "no signature", { headers: { ...headers, "webhook-signature": undefined } }],
    ["missing-header", "an empty signature", { headers: { ...headers, "webhook-signature": "" } }],
    ["duplicate-header", "an id twice", { headers: { ...headers, "webhook-id": [id, "msg_2"] } }],
    ["duplicate-header", "an id in two cases", { headers: { ...headers, "Webhook-Id": "msg_2" } }],
    ["duplicate-header", "raw headers twice", { headers: [...Object.entries(headers), ["WEBHOOK-ID", id]] }],
    ["malformed-id", "an id of another form", { headers: { ...headers, "webhook-id": "evt_1" } }],
    ["malformed-id", "ids that were joined", { headers: { ...headers, "webhook-id": `${id}, ${id}` } }],
    ["malformed-id", "an id with a dot", { headers: { ...headers, "webhook-id": `${id}.1` } }],
    ...absurdTimes.map((text): [Reason, string, Record<string, unknown>] => [
      "malformed-timestamp",
      `a timestamp "${text}"`,
      { headers: { ...headers, "webhook-timestamp": text } },
    ]),
    ["timestamp-too-old", "milliseconds as now's seconds", { now: now * 1000 }],
    ["timestamp-too-new", "a clock that stands at its beginning", { now: 0 }],
    ["missing-entry", "v1 alone", { headers: withSignature(entryOf("v1")) }],
    ["missing-entry", "v1a alone", { headers: withSignature(entryOf("v1a")) }],
    ["missing-entry", "another version", { headers: withSignature(entryOf("v1a").replace("v1a", "v2")) }],
    ["missing-entry", "entries joined by a comma", { headers: withSignature(`x,${entryOf("v1a")},${entryOf("v1")}`) }],
    ["malformed-signature", "no base64", { headers: withSignature("v1a,*** v1,***") }],
    ["malformed-signature", "no padding", { headers: withSignature(headers["webhook-signature"].replace("=", "")) }],
    ["malformed-signature", "an HMAC as v1a", { headers: withSignature(`v1a${entryOf("v1").slice(2)}`) }],
    ["malformed-signature", "half a signature", { headers: withSignature(entryOf("v1a").slice(0, 44)) }],
    ["invalid-v1a", "JSON that was written again", { body: Buffer.from('{ "name": "entity.created" }') }],
    ["invalid-v1", "the same, where v1 alone is verified", { body: Buffer.from("{}"), publicKey: undefined }],
  ])("returns %s for %s", (reason, _, changes) => {
    expect(verify({ headers, body, now, ...keys, ...changes } as Received)).toEqual({ ok: false, reason });
  });

  it("compares the timestamp before it verifies v1a, and v1a before v1 (§5.3.8)", () => {
    const changes = { headers, body: Buffer.from("other"), ...keys };

    expect(verify({ ...changes, now: now + 301_000 })).toEqual({ ok: false, reason: "timestamp-too-old" });
    expect(verify({ ...changes, now })).toEqual({ ok: false, reason: "invalid-v1a" });
    expect(verify({ ...changes, now, publicKey: other.publicKey })).toEqual({ ok: false, reason: "invalid-v1a" });
  });

  it("accepts several entries of a kind in any order if one of them verifies, and ignores unknown kinds", () => {
    const before = sign({ id, timestamp, body, secret: otherSecret, privateKey: other.privateKey });
    const all = [...before["webhook-signature"].split(" "), "v9,x", ...headers["webhook-signature"].split(" "), "v1,x"];
    const law = fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (entries) => {
      expect(verify({ headers: withSignature(entries.join(" ")), body, now, ...keys })).toEqual({ ok: true });
    });
    fc.assert(law);
  });

  it("reads headers of node:http, fetch and rawHeaders, in any case", () => {
    const upperCaseHeaders = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    const rawHeaders = ["Host", "here", ...Object.entries(headers).flat()];
    for (const received of [upperCaseHeaders, new Headers({ ...headers }), Object.entries(headers), rawHeaders])
      expect(verify({ headers: received, body, now, ...keys })).toEqual({ ok: true });
  });

  it("accepts a missing optional entry, but never an invalid one", () => {
    const verifySignature = (signature: string, require: readonly Entry[]): Verified =>
      verify({ headers: withSignature(signature), body, now, ...keys, require });

    expect(verifySignature(entryOf("v1"), ["v1"])).toEqual({ ok: true });
    expect(verifySignature(entryOf("v1a"), ["v1a"])).toEqual({ ok: true });
    expect(verifySignature(entryOf("v1"), ["v1a"])).toEqual({ ok: false, reason: "missing-entry" });
    expect(verifySignature(`v1a,${"A".repeat(86)}== ${entryOf("v1")}`, ["v1"])).toEqual({
      ok: false,
      reason: "invalid-v1a",
    });
  });

  it("uses the system time by default", () => {
    const current = sign({ id, timestamp: Math.floor(Date.now() / 1000), body, secret });

    expect(verify({ headers: current, body, secret })).toEqual({ ok: true });
    expect(verify({ headers, body, secret })).toEqual({ ok: false, reason: "timestamp-too-old" });
  });

  it.each([
    ["a parsed body", { body: {} }, 'Cannot verify a body of type "object"'],
    ["no body", { body: null }, 'Cannot verify a body of type "null"'],
    ["nothing to verify with", { secret: undefined, publicKey: undefined }, "Cannot verify with nothing"],
    ["an ArrayBuffer", { body: new ArrayBuffer(1) }, "wrap it, new Uint8Array(body)"],
    ["seconds", { now: timestamp + 20 }, "that is seconds, and it must be milliseconds"],
    ["no headers", { headers: undefined }, "Cannot verify without headers"],
    ["a number as a header", { headers: { ...headers, "webhook-timestamp": timestamp } }, 'is of type "number"'],
    ["several secrets", { secret: [secret, otherSecret] }, "give one text, and verify once for each"],
    ["an entry that is in no list", { require: "v1" }, 'Cannot require "v1": give a list'],
    ["no entry at all", { require: [] }, "Cannot require no entry"],
    ["an entry without its key", { require: ["v1a"], publicKey: undefined }, 'Cannot require "v1a" without'],
    ["a key of another kind", { publicKey: generateKeyPairSync("x25519").publicKey }, 'of type "x25519"'],
    ["a time that is none", { now: Number.NaN }, 'Cannot verify at the time "NaN"'],
    ["a tolerance that is none", { toleranceSeconds: Number.NaN }, 'Cannot tolerate "NaN" seconds'],
  ])("throws for %s", (_, changes, message) => {
    const received = { headers, body, now, ...keys, ...changes } as unknown as Received;

    expect(() => verify(received)).toThrow(TypeError);
    expect(() => verify(received)).toThrow(message);
  });
});

describe("verify() in JavaScript", () => {
  it("explains the required arguments when it is called without any", () => {
    expect(() => (verify as () => unknown)()).toThrow("Cannot verify nothing: give the headers");
  });

  it("reports a timestamp in milliseconds as too new", () => {
    const forged = { ...headers, "webhook-timestamp": String(now) };

    expect(verify({ headers: forged, body, now, ...keys })).toEqual({ ok: false, reason: "timestamp-too-new" });
  });
});

describe("body of a delivery", () => {
  it("must be raw bytes: a parsed body is a type error, and throws an error with the reason", () => {
    const parsed: unknown = JSON.parse(body.toString());
    const why = "a signature is over the raw bytes, so take the body before it is parsed";

    // @ts-expect-error A parsed body is not bytes.
    expect(() => verify({ headers, body: parsed, now, ...keys })).toThrow(why);
    // @ts-expect-error An object is not bytes.
    expect(() => verify({ headers, body: { name: "entity.created" }, now, ...keys })).toThrow(why);
    // @ts-expect-error A decoded string is not bytes.
    expect(() => verify({ headers, body: body.toString(), now, ...keys })).toThrow(why);
    // @ts-expect-error sign() requires bytes as well.
    expect(() => sign({ id, timestamp, body: { name: "entity.created" }, secret })).toThrow(why);
  });

  it("may be from another realm, as in tests that run in one", () => {
    const foreign = runInNewContext("Uint8Array.from([1, 2, 3])") as Uint8Array;
    const signedHeaders = sign({ id, timestamp, body: Uint8Array.of(1, 2, 3), secret, privateKey });

    expect(sign({ id, timestamp, body: foreign, secret, privateKey })).toEqual(signedHeaders);
    expect(verify({ headers: signedHeaders, body: foreign, now, ...keys })).toEqual({ ok: true });
  });
});

describe("reasons", () => {
  it("explain each reason", () => {
    expect(Object.values(reasons).filter((meaning) => meaning.length < 20)).toEqual([]);
  });
});

/** Checks one law of a verifying function. Throws if the function violates it. */
type Law = (verifies: Verify) => void;

function acceptsSignedDeliveries(verifies: Verify): void {
  const law = fc.property(messages, (message) => {
    const { body: sent, timestamp: at } = message;
    const received = { headers: sign({ ...message, secret, privateKey }), body: sent, now: at * 1000 };
    for (const key of [keys, { secret }, { publicKey }, { secret, publicKey: pem }])
      expect(verifies({ ...received, ...key })).toEqual({ ok: true });
  });
  fc.assert(law);
}

function rejectsChangedBits(verifies: Verify): void {
  const parts = fc.constantFrom("body", "webhook-id", "webhook-timestamp", "v1a", "v1");
  const law = fc.property(messages, parts, fc.nat(), fc.nat(7), (message, part, at, bit) => {
    fc.pre(part !== "body" || message.body.length > 0);
    const signed = sign({ ...message, secret, privateKey });
    const received = { headers: { ...signed }, body: message.body, now: message.timestamp * 1000, ...keys };
    const flipped = (bytes: Uint8Array): Buffer => {
      const changed = Buffer.from(bytes);
      changed[at % changed.length]! ^= 1 << bit;
      return changed;
    };
    if (part === "body") received.body = flipped(message.body);
    else if (part === "webhook-id" || part === "webhook-timestamp")
      received.headers[part] = flipped(Buffer.from(signed[part])).toString("latin1");
    else
      received.headers["webhook-signature"] = signed["webhook-signature"]
        .split(" ")
        .map((entry) => {
          const [kind, text = ""] = entry.split(",");
          return kind === part ? `${kind},${flipped(Buffer.from(text, "base64")).toString("base64")}` : entry;
        })
        .join(" ");
    expect(verifies({ ...received, toleranceSeconds: Number.MAX_SAFE_INTEGER }).ok).toBe(false);
  });
  fc.assert(law, { numRuns: 2000 });
}

function rejectsOtherKeys(verifies: Verify): void {
  const law = fc.property(messages, (message) => {
    const received = {
      headers: sign({ ...message, secret, privateKey }),
      body: message.body,
      now: message.timestamp * 1000,
    };
    expect(verifies({ ...received, secret, publicKey: other.publicKey })).toEqual({ ok: false, reason: "invalid-v1a" });
    expect(verifies({ ...received, publicKey, secret: otherSecret })).toEqual({ ok: false, reason: "invalid-v1" });
  });
  fc.assert(law);
}

function respectsTolerance(verifies: Verify): void {
  const law = fc.property(fc.integer({ min: -299, max: 299 }), fc.nat(999), (seconds, milliseconds) => {
    const at = (difference: number): Verified =>
      verifies({ headers, body, now: now + difference * 1000 + milliseconds, ...keys });
    expect(at(seconds)).toEqual({ ok: true });
    expect(at(300)).toEqual({ ok: true });
    expect(at(-300)).toEqual({ ok: true });
    expect(at(301)).toEqual({ ok: false, reason: "timestamp-too-old" });
    expect(at(-301)).toEqual({ ok: false, reason: "timestamp-too-new" });
  });
  fc.assert(law);
}

/** Planted fault: a library that decodes the body accepts several bodies for one signature. */
function asText(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString());
}

function without(key: "publicKey" | "secret", received: Received): Received {
  return Object.fromEntries(Object.entries(received).filter(([name]) => name !== key)) as unknown as Received;
}

function entryOf(kind: Entry): string {
  return headers["webhook-signature"].split(" ").find((entry) => entry.startsWith(`${kind},`)) as string;
}

function withSignature(signature: string): Record<string, string> {
  return { ...headers, "webhook-signature": signature };
}

const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
