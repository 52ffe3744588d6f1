import { type KeyObject, createHmac, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { Authentication, Policy } from "../../fixtures/receivers/receiver.ts";

/** Current time of the receivers, in Unix seconds. */
export const now = 1_750_000_000;

export const [organization, stranger] = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")];
export const secret = `whsec_${randomBytes(32).toString("base64")}`;
const otherSecret = `whsec_${randomBytes(32).toString("base64")}`;

export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Deliveries of one message, by default in sequence, with the expected result of the last. */
export interface Try {
  readonly deliveries: readonly Delivery[];
  /** "accepted" with one effect in total, or "refused" with none. By policy if it depends on it. */
  readonly expected: string | Readonly<Record<Policy, string>>;
  /** True if all are sent before the first response. */
  readonly isAtOnce?: true;
  /** Receivers to which it applies; by default all. */
  readonly authentication?: Authentication;
}

const event = {
  id: "evt_1",
  name: "entity.created",
  time: new Date(now * 1000).toISOString(),
  organization: "acme",
  payload: { name: "Zoe" },
};

/** Deviations of a delivery from a valid one. `sent` is a body that differs from the signed one. */
interface DeliveryDeviations {
  readonly id?: string;
  readonly timestamp?: number | string;
  readonly body?: string | Buffer;
  readonly sent?: Buffer;
  readonly entries?: CreateEntries;
}

/** Creates the entries of webhook-signature, each with the correct key or another. */
type CreateEntries = (made: (kind: "v1" | "v1a", key?: string | KeyObject) => string) => readonly string[];

const both: CreateEntries = (made) => [made("v1a"), made("v1")];
const asOf = (body: object): string => JSON.stringify({ ...event, ...body });

let count = 0;

function delivery(unlike: DeliveryDeviations = {}): Delivery {
  const { id = `msg_${++count}`, timestamp = now, body = asOf({}), entries = both } = unlike;
  const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), Buffer.from(body)]);
  const keys = { v1: secret, v1a: organization.privateKey };
  const signature = entries((kind, key = keys[kind]) => `${kind},${signatureOf(content, key).toString("base64")}`);
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signature.join(" "),
  };
  return { headers, body: unlike.sent ?? Buffer.from(body) };
}

function signatureOf(content: Buffer, key: string | KeyObject): Buffer {
  if (typeof key !== "string") return sign(null, content, key);
  return createHmac("sha256", Buffer.from(key.slice("whsec_".length), "base64"))
    .update(content)
    .digest();
}

const accepted = (...unlike: readonly DeliveryDeviations[]): Try => ({
  deliveries: unlike.map(delivery),
  expected: "accepted",
});
const refused = (unlike: DeliveryDeviations): Try => ({ deliveries: [delivery(unlike)], expected: "refused" });
const wrongV1a = { v1: "accepted", v1a: "refused", both: "refused" };
const wrongV1 = { v1: "refused", v1a: "accepted", both: "refused" };

function trySignatures(entries: CreateEntries, expected: Try["expected"]): Try {
  return { deliveries: [delivery({ entries })], expected };
}

function tryWithoutHeader(name: string): Try {
  const { headers, body } = delivery();
  const left = Object.entries(headers).filter(([other]) => other !== name);
  return { deliveries: [{ headers: Object.fromEntries(left), body }], expected: "refused" };
}

function tryCredentials(authentication: Authentication, headers: Record<string, string>): Try {
  const plain = delivery();
  const deliveries = [{ ...plain, headers: { ...plain.headers, ...headers } }];
  return { deliveries, expected: "refused", authentication };
}

const basic = (pair: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(pair).toString("base64")}`,
});
const named = delivery();
const capitals = Object.entries(named.headers).map(([name, value]) => [name.toUpperCase(), value]);
const bothForged: CreateEntries = (made) => [made("v1a", stranger.privateKey), made("v1", otherSecret)];
const byStranger: CreateEntries = (made) => [made("v1a", stranger.privateKey), made("v1")];

/** Valid and invalid deliveries, each with the result of a correct receiver. */
export const tries: Readonly<Record<string, Try>> = {
  plain: accepted({}),
  "300 seconds old": accepted({ timestamp: now - 300 }),
  "301 seconds old": refused({ timestamp: now - 301 }),
  "300 seconds ahead": accepted({ timestamp: now + 300 }),
  "301 seconds ahead": refused({ timestamp: now + 301 }),
  "no number as timestamp": refused({ timestamp: "soon" }),
  "an event of yesterday": accepted({ body: asOf({ time: new Date((now - 86_400) * 1000).toISOString() }) }),

  "other body": refused({ sent: Buffer.from(asOf({ name: "entity.deleted" })) }),
  "JSON with spaces": accepted({ body: JSON.stringify({ ...event, amount: 1 }, null, 2).replace("1,", "1.0,") }),
  "a line end behind it": accepted({ body: `${asOf({})}\n` }),
  "a line end added": refused({ body: asOf({}), sent: Buffer.from(`${asOf({})}\n`) }),
  "letters beyond ASCII": accepted({ body: asOf({ payload: { name: "Zoë 🐕" } }) }),
  // Decoding replaces each invalid UTF-8 byte by the character that was signed.
  "bytes that are no text": refused({
    body: asOf({ name: "\uFFFD" }),
    sent: Buffer.from(asOf({ name: "\xFF" }), "latin1"),
  }),
  "a megabyte": accepted({ body: asOf({ payload: "a".repeat(1024 * 1024) }) }),

  "v1a forged": trySignatures(byStranger, wrongV1a),
  "v1 forged": trySignatures((made) => [made("v1a"), made("v1", otherSecret)], wrongV1),
  "both forged": trySignatures(bothForged, "refused"),
  "v1a missing": trySignatures((made) => [made("v1")], wrongV1a),
  "v1 missing": trySignatures((made) => [made("v1a")], wrongV1),
  "own organization": {
    deliveries: [delivery({ body: asOf({ organization: "stranger" }), entries: byStranger })],
    expected: wrongV1a,
  },
  "v1 first": trySignatures((made) => [made("v1"), made("v1a")], "accepted"),
  "v1 twice": trySignatures((made) => [made("v1a"), made("v1", otherSecret), made("v1")], "accepted"),
  "v1a twice": trySignatures((made) => [made("v1a", stranger.privateKey), made("v1a"), made("v1")], "accepted"),
  "v2 behind them": trySignatures((made) => [...both(made), "v2,c2lnbmF0dXJl"], "accepted"),
  "v1 cut off": trySignatures((made) => [made("v1a"), made("v1").slice(0, 15)], wrongV1),
  "v1 empty": trySignatures((made) => [made("v1a"), "v1,"], wrongV1),
  "v1 right for 8 bytes": trySignatures((made) => [made("v1a"), firstBytes(made("v1"), 8)], wrongV1),
  "names in capitals": {
    deliveries: [{ ...named, headers: Object.fromEntries(capitals) as Record<string, string> }],
    expected: "accepted",
  },

  "no id": tryWithoutHeader("webhook-id"),
  "no timestamp": tryWithoutHeader("webhook-timestamp"),
  "no signature": tryWithoutHeader("webhook-signature"),

  "the same again": accepted({ id: "msg_same" }, { id: "msg_same" }),
  "another attempt": accepted({ id: "msg_again", timestamp: now - 60 }, { id: "msg_again" }),
  "twice at once": { ...accepted({ id: "msg_twice" }, { id: "msg_twice" }), isAtOnce: true },
  "forged, then true": accepted({ id: "msg_forged", sent: Buffer.from("{}") }, { id: "msg_forged" }),

  "no API key": tryCredentials("api-key", { "x-api-key": "" }),
  "other API key": tryCredentials("api-key", { "x-api-key": "another" }),
  "half an API key": tryCredentials("api-key", { "x-api-key": "ses" }),
  "API key in capitals": tryCredentials("api-key", { "x-api-key": "SESAME" }),
  "no password": tryCredentials("basic", { authorization: "" }),
  "other password": tryCredentials("basic", basic("ann:another")),
  "other username": tryCredentials("basic", basic("bob:sesame")),
  "password under another scheme": tryCredentials("basic", {
    authorization: `Other ${Buffer.from("ann:sesame").toString("base64")}`,
  }),
  "no token": tryCredentials("oauth", { authorization: "" }),
  "other token": tryCredentials("oauth", { authorization: "Bearer another" }),
};

/** Entry with the first bytes of its signature, followed by others. */
function firstBytes(entry: string, length: number): string {
  const [kind, text = ""] = entry.split(",");
  const bytes = Buffer.from(text, "base64");
  return `${kind},${bytes.fill(0, length).toString("base64")}`;
}
