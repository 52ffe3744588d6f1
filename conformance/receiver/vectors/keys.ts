import { createPublicKey } from "node:crypto";
import {
  bothInvalid,
  contentOf,
  delivery,
  each,
  genuineDelivery,
  hmacEntry,
  only,
  partsOf,
  v1,
  v1a,
} from "./by-hand.ts";
import { eventWith } from "./events.ts";
import { type Member, family } from "./family.ts";
import type { Materials, Vector } from "./vector.ts";

const yours =
  "Verify v1a with the public key of your own organization, from your configuration and never from the delivery.";
const secretBytes = "The key of v1 is the text after whsec_, decoded from base64.";

const ownSecret = "Verify v1 with the secret of the webhook alone.";

/** Name of the organization that `otherPrivateKey` belongs to. */
export const otherOrganization = "another";

/** HMAC keys that need no secret, or come from reading the secret in a wrong way. */
const hmacKeys: readonly (readonly [
  name: string,
  about: string,
  key: (materials: Materials) => string | Buffer,
  remedy: string,
])[] = [
  ["empty", "no key at all", () => "", "Refuse to start without a secret: everybody knows an empty key."],
  ["undefined", 'the text "undefined"', () => "undefined", "Refuse to start without a secret."],
  ["prefix-alone", "the prefix of a secret", () => "whsec_", secretBytes],
  ["public-key", "the organization's public key", publicKeyOf, ownSecret],
  ["public-key-trimmed", "the organization's public key without the last line end", trimmedKeyOf, ownSecret],
  ["public-key-base64", "the base64 text of the organization's public key", base64KeyOf, ownSecret],
  ["public-key-der", "the bytes of the organization's public key (DER)", derOf, ownSecret],
  [
    "public-key-raw",
    "the 32 bytes of the organization's public key",
    (materials) => derOf(materials).subarray(-32),
    ownSecret,
  ],
  ["secret-as-text", "the secret as it is written", ({ secret }) => secret, secretBytes],
  ["secret-not-decoded", "the secret without its prefix, not decoded", ({ secret }) => secret.slice(6), secretBytes],
];

const publicKeys = hmacKeys.filter(([name]) => name.startsWith("public-key"));

/** Wrong keys of deliveries. */
export const keys: readonly Vector[] = family("keys", "signatures", [
  {
    name: "key-of-another-organization",
    about: "The v1a entry is signed with another organization's key",
    expected: only("v1a", "invalid-v1a"),
    topic: "organization-signature",
    remedy: yours,
    make: (materials) => genuineDelivery(materials, { privateKey: materials.otherPrivateKey }),
  },
  {
    name: "key-of-an-organization-that-the-body-names",
    about: "The v1a entry is signed with another organization's key, and the body names that organization",
    expected: only("v1a", "invalid-v1a"),
    topic: "organization-signature",
    remedy: yours,
    make: (materials) =>
      genuineDelivery(materials, {
        privateKey: materials.otherPrivateKey,
        body: eventWith(
          materials,
          ["organization", "orgId", "org_id"].map((name) => `"${name}":"${otherOrganization}"`).join(","),
        ),
      }),
  },
  {
    name: "key-of-another-webhook",
    about: "The v1 entry is signed with another webhook's secret",
    expected: only("v1", "invalid-v1"),
    topic: "webhook-signature",
    remedy: "Verify v1 with the secret of this webhook: a signature with another secret belongs to another webhook.",
    make: (materials) => genuineDelivery(materials, { secret: materials.otherSecret }),
  },
  {
    name: "keys-of-others",
    about: "Both entries are signed with keys of other owners",
    expected: bothInvalid,
    remedy: "Verify with your own keys alone.",
    make: (materials) =>
      genuineDelivery(materials, { privateKey: materials.otherPrivateKey, secret: materials.otherSecret }),
  },
  ...hmacKeys.map(([name, about, key, remedy]): Member => ({
    name: `key-hmac-${name}`,
    about: `The key of the v1 entry is ${about}`,
    expected: only("v1", "invalid-v1"),
    topic: "webhook-signature",
    remedy,
    make(materials) {
      const parts = partsOf(materials);
      return delivery(parts, [v1a(parts), hmacEntry(contentOf(parts), bytesOf(key(materials)))]);
    },
  })),
  ...publicKeys.map(([name, about, key]): Member => ({
    name: `key-v1a-hmac-${name}`,
    about: `The v1a entry is not an Ed25519 signature but an HMAC, and its key is ${about}`,
    expected: each("malformed-signature", "ok"),
    topic: "organization-signature",
    remedy: "Verify v1a only as an Ed25519 signature: everybody who has the public key can make an HMAC with it.",
    make(materials) {
      const parts = partsOf(materials);
      const hmac = hmacEntry(contentOf(parts), bytesOf(key(materials)));
      return delivery(parts, [hmac.replace("v1,", "v1a,"), v1(parts)]);
    },
  })),
]);

function publicKeyOf({ privateKey }: Materials): string {
  return createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
}

function trimmedKeyOf(materials: Materials): string {
  return publicKeyOf(materials).trim();
}

function base64KeyOf(materials: Materials): string {
  return derOf(materials).toString("base64");
}

function derOf({ privateKey }: Materials): Buffer {
  return createPublicKey(privateKey).export({ type: "spki", format: "der" });
}

function bytesOf(key: string | Buffer): Buffer {
  return typeof key === "string" ? Buffer.from(key) : key;
}
