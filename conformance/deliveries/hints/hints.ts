import type { Entry } from "../../../contracts/signatures/index.ts";
import { writeCitation } from "../../model/citations.ts";
import { type Verdict, type SavedDelivery, listHeaderValues } from "../delivery.ts";
import {
  type DiagnosisOptions,
  type Keys,
  type WrittenEntry,
  parseSignatureEntries,
  isSignatureOver,
  selectEntryKey,
  signatureLengths,
} from "../entries.ts";
import { earlierBodies } from "./bodies.ts";
import { durationText } from "../times.ts";

/** Another way to read the header, with the mistake behind it. */
interface HeaderReading {
  readonly fault: string;
  /** Entries as they should have been written. */
  read(header: string): readonly WrittenEntry[];
}

const changeEntries = (header: string, change: (entry: WrittenEntry) => WrittenEntry): readonly WrittenEntry[] =>
  parseSignatureEntries(header).map(change);

/** Mistakes in writing webhook-signature. */
const headerReadings: readonly HeaderReading[] = [
  {
    fault: "the v1a and v1 entries are swapped: each must follow the name of its own kind",
    read: (header) =>
      changeEntries(header, (entry) => ({ ...entry, kind: { v1: "v1a", v1a: "v1" }[entry.kind] ?? entry.kind })),
  },
  {
    fault: "an entry is in base64url: it must be in base64, with + and / and its padding (RFC 4648, section 4)",
    read: (header) => changeEntries(header, ({ kind, text }) => decodeEntry(kind, text, /^[\w-]+={0,2}$/, "base64url")),
  },
  {
    fault: "an entry lacks its padding: base64 ends with = if its last group has fewer than four characters",
    read: (header) => changeEntries(header, ({ kind, text }) => decodeEntry(kind, text, /^[A-Za-z0-9+/]+$/, "base64")),
  },
  {
    fault: "an entry is in hexadecimal: it must be in base64",
    read: (header) => changeEntries(header, ({ kind, text }) => decodeEntry(kind, text, /^[\da-f]+$/i, "hex")),
  },
  {
    fault: 'the entries are separated by something else than one space, as in "v1a,… v1,…"',
    read: (header) =>
      parseSignatureEntries(
        header.replaceAll(/[\s,;|]+(?=(v\d+a?,)?)/g, (separator, kind?: string) =>
          kind === undefined ? separator : " ",
        ),
      ),
  },
  {
    fault: 'an entry does not say of which kind it is: it must begin with "v1a," or "v1,"',
    read: (header) =>
      parseSignatureEntries(header.replaceAll(/(^| )v\d+a?[=:]/g, (mark) => mark.replace(/[=:]/, ","))).map((entry) =>
        entry.kind === "" ? { ...entry, kind: entry.signature?.length === 32 ? "v1" : "v1a" } : entry,
      ),
  },
  {
    fault: "the names of the kinds must be written in lower case: v1a and v1",
    read: (header) => changeEntries(header, (entry) => ({ ...entry, kind: entry.kind.toLowerCase() })),
  },
];

function decodeEntry(kind: string, text: string, form: RegExp, encoding: BufferEncoding): WrittenEntry {
  return { kind, text, ...(form.test(text) && { signature: Buffer.from(text, encoding) }) };
}

/** Parts of the signed content. */
interface Parts {
  readonly id: string;
  readonly timestamp: string;
  readonly body: Uint8Array;
}

/** Content that is signed by mistake instead of id, timestamp and body, joined with dots. */
const wronglySignedContents: readonly (readonly [what: string, content: (parts: Parts) => Uint8Array])[] = [
  ["the body alone", ({ body }) => body],
  ["timestamp and body alone", ({ timestamp, body }) => joinBytes([timestamp, body], ".")],
  ["id and body alone", ({ id, body }) => joinBytes([id, body], ".")],
  ["timestamp, id and body, in this order", ({ id, timestamp, body }) => joinBytes([timestamp, id, body], ".")],
  ["id, timestamp and body without dots", ({ id, timestamp, body }) => joinBytes([id, timestamp, body], "")],
  ["id, timestamp and body, joined with colons", ({ id, timestamp, body }) => joinBytes([id, timestamp, body], ":")],
  ["id, timestamp and no body", ({ id, timestamp }) => joinBytes([id, timestamp, ""], ".")],
];

/** Misreadings of a secret, each as the secret that decodes to the same key. */
const misreadSecrets: readonly (readonly [what: string, secret: (secret: string) => string])[] = [
  ["the text of the secret, not decoded", (secret) => secretFromBytes(Buffer.from(secret))],
  ["the text after whsec_, not decoded", (secret) => secretFromBytes(Buffer.from(secret.slice(6)))],
  ["nothing, as if the secret were empty", () => "whsec_"],
];

/** Keys with another secret. */
function withSecret(keys: Keys, secret: string): Keys {
  return { ...keys, secret };
}

function secretFromBytes(bytes: Buffer): string {
  return `whsec_${bytes.toString("base64")}`;
}

function joinBytes(parts: readonly (string | Uint8Array)[], separator: string): Uint8Array {
  const [first = "", ...rest] = parts;
  return Buffer.concat([Buffer.from(first), ...rest.flatMap((part) => [Buffer.from(separator), Buffer.from(part)])]);
}

/** Probable mistakes of a delivery that does not verify, with their remedies, as sentences. */
export function listHints(delivery: SavedDelivery, verdict: Verdict, keys: DiagnosisOptions): string[] {
  const hints = headerHints(delivery, verdict, keys.now);
  const [id, timestamp, header] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => listHeaderValues(delivery, name)[0],
  );
  if (!id || !timestamp || !header) return hints;
  const parts = { id, timestamp, body: delivery.body };
  const required = (["v1a", "v1"] as const).filter((kind) => selectEntryKey(kind, keys) !== undefined);
  const failing = required.filter((kind) => !isMet(kind, parseSignatureEntries(header), right(parts), keys));
  const known = [...new Set(failing.flatMap((kind) => recognised(kind, header, parts, keys) ?? []))];
  const isGood = required.some((kind) => !failing.includes(kind));
  const [first] = failing;
  const isWritten = parseSignatureEntries(header).some(
    ({ kind, signature }) => kind === first && signature?.length === signatureLengths[kind as Entry],
  );
  if (known.length > 0 || first === undefined || !isWritten) return [...hints, ...known];
  const organization = failing.includes("v1a") ? organizationHint(delivery.body, keys.keyOrganization) : [];
  return [...hints, isGood ? otherKeyHint(first, keys) : unrecognised(failing), ...organization];
}

/** Most entries to try. A change of keys needs fewer, and a forger should cost little. */
const MAX_ENTRIES = 8;

const right = ({ id, timestamp, body }: Parts): Uint8Array => Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);

const otherKey: Readonly<Record<Entry, string>> = {
  v1a: "The v1 entry verifies, so nothing was changed: the public key is not the right one. Each organization has its own, at …/v1/webhooks/.well-known/public-key?orgId=…, and a stored key may have been replaced since",
  v1: "The v1a entry verifies, so nothing was changed: the secret is not the right one. Each webhook has its own, shown once when it is created. If it is lost, create the webhook again",
};

function otherKeyHint(entry: Entry, { profile = {} }: DiagnosisOptions): string {
  return otherKey[entry] + writeCitation(profile, entry === "v1a" ? "public-key" : "webhook-secret");
}

/** Organization that the body names. It proves nothing, but may explain a wrong key. */
function organizationHint(body: Uint8Array, keyOrganization: string | undefined): string[] {
  const [, named] = /"organization"\s*:\s*"([\w.-]{1,80})"/.exec(Buffer.from(body).toString()) ?? [];
  if (named === undefined || named === keyOrganization) return [];
  return [
    keyOrganization === undefined
      ? `The body says that it comes from the organization "${named}": is this its public key?`
      : `The body says that it comes from the organization "${named}", and the public key is that of "${keyOrganization}"`,
  ];
}

function unrecognised(failing: readonly Entry[]): string {
  if (failing.length > 1)
    return "No entry verifies, and no known cause explains it: the body, the id or the timestamp was changed on its way, or the keys belong to somebody else";
  const other = failing[0] === "v1" ? "the public key" : "the secret";
  return `Either the body was changed, or the key belongs to somebody else: give ${other} as well to find out`;
}

function isMet(kind: Entry, entries: readonly WrittenEntry[], content: Uint8Array, keys: Keys): boolean {
  return entries.some(
    (entry) => entry.kind === kind && entry.signature && isSignatureOver(content, kind, entry.signature, keys),
  );
}

/** First known mistake with which an entry of the kind would verify. */
function recognised(kind: Entry, header: string, parts: Parts, keys: DiagnosisOptions): string | undefined {
  const entries = parseSignatureEntries(header).slice(0, MAX_ENTRIES);
  const content = right(parts);
  const writing = headerReadings.find(({ read }) => isMet(kind, read(header).slice(0, MAX_ENTRIES), content, keys));
  if (writing) return capitalizeSentence(writing.fault);
  for (const { form, cause, bytes } of earlierBodies(parts.body))
    if (isMet(kind, entries, right({ ...parts, body: bytes }), keys)) return `The body verifies ${form}: ${cause}`;
  for (const [what, contentOf] of wronglySignedContents)
    if (isMet(kind, entries, contentOf(parts), keys))
      return `The ${kind} entry is over ${what}: it must be over id, timestamp and body, joined with dots${writeCitation(keys.profile ?? {}, "signed-content")}`;
  const { secret } = keys;
  for (const [what, change] of kind === "v1" && secret !== undefined ? misreadSecrets : [])
    if (isMet(kind, entries, content, withSecret(keys, change(secret as string))))
      return `The v1 entry was made with ${what}: the key is the decoded base64 after whsec_`;
  return undefined;
}

function capitalizeSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Mistakes that show in the headers alone. */
function headerHints(delivery: SavedDelivery, verdict: Verdict, now: number): string[] {
  const timestamp = listHeaderValues(delivery, "webhook-timestamp")[0] ?? "";
  switch (verdict) {
    case "missing-header":
      return missing(delivery);
    case "duplicate-header":
      return ["A gateway may add headers a second time: configure it to replace them or to leave them"];
    case "malformed-timestamp":
      if (/^\d{4}-\d\d-\d\d/.test(timestamp))
        return ["webhook-timestamp is a date: it must be in seconds since 1970, such as 1750000000"];
      return [];
    case "timestamp-too-old":
    case "timestamp-too-new":
      return [ageHint(timestamp, now)];
    default:
      return [];
  }
}

function ageHint(timestamp: string, now: number): string {
  const seconds = Number(timestamp);
  if (seconds > 1e11) return "webhook-timestamp is in milliseconds: it must be in seconds since 1970";
  const age = Math.floor(now / 1000) - seconds;
  if (age < 0)
    return `It is signed ${durationText(-age)} ahead of the time of verification: one of the two clocks is wrong: synchronize both with NTP`;
  return `It was signed ${durationText(age)} before. Each attempt must be signed anew, under the same id; if this was the first, one of the two clocks is wrong. A repeated old delivery is refused for this reason`;
}

function missing(delivery: SavedDelivery): string[] {
  return ["id", "timestamp", "signature"].flatMap((part) => {
    if ((listHeaderValues(delivery, `webhook-${part}`)[0] ?? "") !== "") return [];
    const [like] = delivery.headers.find(([name]) => new RegExp(`[-_]${part}$`, "i").test(name)) ?? [];
    if (like === undefined) return [];
    return [`The header ${like} is present: its name must be webhook-${part}`];
  });
}
