import { createPublicKey } from "node:crypto";
import { bothInvalid, expectPerPolicy, entriesWith, eventWith, createVectorGroup, hmac, only } from "./recipe.ts";
import type { Materials, Vector } from "./vector.ts";
import type { Verdict } from "../../deliveries/delivery.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Ages of genuine deliveries in seconds. */
const ages: readonly (readonly [seconds: number, expected: Verdict])[] = [
  [299, "ok"],
  [300, "ok"],
  [301, "timestamp-too-old"],
  [HOUR, "timestamp-too-old"],
  [-299, "ok"],
  [-300, "ok"],
  [-301, "timestamp-too-new"],
  [-HOUR, "timestamp-too-new"],
];

const digitsAlone =
  "Refuse a webhook-timestamp that is not only digits, such as /^[1-9][0-9]*$/, before you compare it: a comparison with NaN is never true.";

const ofTimes = { family: "timestamps", topic: "verification", prefix: "timestamp-" } as const;
const signedAs = "The timestamp is …, and the signatures are over it";

/** Times of signing. All signatures are genuine, so that only the timestamp can be refused. */
const timestamps = [
  ...createVectorGroup(
    { ...ofTimes, remedy: "Refuse a webhook-timestamp that differs by more than 300 whole seconds, behind or ahead." },
    ages.map(([seconds, expected]) => {
      const size = Math.abs(seconds);
      const [name, side] = seconds > 0 ? ["old", "ago"] : ["ahead", "ahead"];
      return [
        `${size === HOUR ? "an-hour" : `${size}-seconds`}-${name}`,
        `Signed ${size} seconds ${side}; 300 are tolerated`,
        ({ now }) => ({ timestamp: String(now - seconds) }),
        {
          expected,
          ...(size === 300 || size === 301 ? { isExact: true } : {}),
          // For a clock with fractions of a second, the age is slightly above 300.
          ...(seconds === 300 ? { receivers: "should" } : {}),
        },
      ];
    }),
  ),
  ...createVectorGroup({ ...ofTimes, about: signedAs, expected: "malformed-timestamp", remedy: digitsAlone }, [
    ["not-a-number-word", "a word", () => ({ timestamp: "soon" })],
    ["not-a-number-nan", 'the text "NaN"', () => ({ timestamp: "NaN" })],
    ["negative", "a negative number", ({ now }) => ({ timestamp: `-${now}` })],
    ["forty-digits", "a number of forty digits", () => ({ timestamp: "9".repeat(40) })],
    ["zero", "the beginning of 1970", () => ({ timestamp: "0" }), { expected: "timestamp-too-old" }],
    ["milliseconds", "milliseconds", ({ now }) => ({ timestamp: `${now}000` }), { expected: "timestamp-too-new" }],
  ]),
  // A lenient parser takes these for a number.
  ...createVectorGroup(
    { ...ofTimes, about: signedAs, expected: "malformed-timestamp", receivers: "should", remedy: digitsAlone },
    [
      ["loose-letters-after-it", "digits followed by letters", ({ now }) => ({ timestamp: `${now}abc` })],
      ["loose-leading-zero", "digits after a zero", ({ now }) => ({ timestamp: `0${now}` })],
      ["loose-fraction", "a fraction of a second", ({ now }) => ({ timestamp: `${now}.5` })],
      ["loose-joined", "two timestamps joined by a comma", ({ now }) => ({ timestamp: `${now}, ${now}` })],
    ],
  ),
  // These pass in a receiver that verifies the number instead of the text, as the library that is recommended for v1 does.
  ...createVectorGroup(
    {
      ...ofTimes,
      topic: "signed-content",
      about: "The signed timestamp is sent as …",
      expected: "malformed-timestamp",
      receivers: { v1: "should", v1a: "must", both: "must" },
      remedy: "Accept only digits as webhook-timestamp, and verify over its text, not over the number that you read.",
    },
    [
      ["respelled-letters-after-it", "digits followed by letters", ({ now }) => ({ sent: { timestamp: `${now}abc` } })],
      ["respelled-leading-zero", "digits after a zero", ({ now }) => ({ sent: { timestamp: `0${now}` } })],
    ],
  ),
];

const asSigned = "Verify over webhook-timestamp as it was sent, and compare the same value with the current time.";
const ofHeader = "Take the time of a delivery from webhook-timestamp, never from its body.";

/** Recorded deliveries of yesterday that are sent again. */
const replays = createVectorGroup({ family: "replays", topic: "verification", prefix: "replay-", remedy: ofHeader }, [
  [
    "as-it-was",
    "A delivery of yesterday, with nothing changed",
    ({ now }) => ({ timestamp: String(now - DAY) }),
    {
      expected: "timestamp-too-old",
      remedy: "Refuse a webhook-timestamp that differs from the current time by more than 300 seconds.",
    },
  ],
  [
    "with-a-new-timestamp",
    "A delivery of yesterday, with the current time as its timestamp",
    ({ now }) => ({ timestamp: String(now - DAY), sent: { timestamp: String(now) } }),
    { expected: bothInvalid, remedy: asSigned },
  ],
  [
    "with-a-word-for-timestamp",
    "A delivery of yesterday, with a word as its timestamp",
    ({ now }) => ({ timestamp: String(now - DAY), sent: { timestamp: "now" } }),
    { expected: "malformed-timestamp", remedy: digitsAlone },
  ],
  [
    "a-second-younger",
    "A delivery whose timestamp is a second later than the signed one",
    ({ now }) => ({ timestamp: String(now - 1), sent: { timestamp: String(now) } }),
    { expected: bothInvalid, remedy: asSigned },
  ],
  [
    "with-a-recent-time-in-the-body",
    "A delivery of yesterday, whose body has the current time",
    (kit) => ({ timestamp: String(kit.now - DAY), body: dated(kit, kit.now) }),
    { expected: "timestamp-too-old" },
  ],
  [
    "none-but-an-old-time-in-the-body",
    "A current delivery, whose body is about an event of yesterday",
    (kit) => ({ body: dated(kit, kit.now - DAY) }),
  ],
]);

/** Event with its time under the usual names. */
function dated(materials: Materials, seconds: number): Uint8Array {
  const date = new Date(seconds * 1000).toISOString();
  return eventWith(materials, `"timestamp":${seconds},"created_at":"${date}","time":"${date}"`);
}

const yours =
  "Verify v1a with the public key of your own organization, from your configuration and never from the delivery.";
const secretBytes = "The key of v1 is the text after whsec_, decoded from base64.";
const ownSecret = "Verify v1 with the secret of the webhook alone.";

/** Name of the organization that `otherPrivateKey` belongs to. */
export const otherOrganization = "another";

/** HMAC keys that need no secret, or come from reading the secret in a wrong way. */
const hmacKeys: readonly (readonly [string, string, (materials: Materials) => string | Buffer, string])[] = [
  ["empty", "no key at all", () => "", "Refuse to start without a secret: everybody knows an empty key."],
  ["undefined", 'the text "undefined"', () => "undefined", "Refuse to start without a secret."],
  ["secret-as-text", "the secret as it is written", ({ secret }) => secret, secretBytes],
  ["secret-not-decoded", "the secret without its prefix, not decoded", ({ secret }) => secret.slice(6), secretBytes],
  ["public-key", "the organization's public key", exportPem, ownSecret],
  [
    "public-key-trimmed",
    "the organization's public key without the last line end",
    (m) => exportPem(m).trim(),
    ownSecret,
  ],
  ["public-key-der", "the bytes of the organization's public key (DER)", exportDer, ownSecret],
  ["public-key-raw", "the 32 bytes of the organization's public key", (m) => exportDer(m).subarray(-32), ownSecret],
];

/** Wrong keys of deliveries. */
const keys = [
  ...createVectorGroup({ family: "keys", topic: "organization-signature", prefix: "key-", remedy: yours }, [
    [
      "of-another-organization",
      "The v1a entry is signed with another organization's key",
      ({ otherPrivateKey }) => ({ privateKey: otherPrivateKey }),
      { expected: only("v1a", "invalid-v1a") },
    ],
    [
      "of-an-organization-that-the-body-names",
      "The v1a entry is signed with another organization's key, and the body names that organization",
      (kit) => ({
        privateKey: kit.otherPrivateKey,
        body: eventWith(
          kit,
          ["organization", "orgId", "org_id"].map((name) => `"${name}":"${otherOrganization}"`).join(","),
        ),
      }),
      { expected: only("v1a", "invalid-v1a") },
    ],
    [
      "of-another-webhook",
      "The v1 entry is signed with another webhook's secret",
      ({ otherSecret }) => ({ secret: otherSecret }),
      { expected: only("v1", "invalid-v1"), topic: "webhook-signature", remedy: ownSecret },
    ],
    ...hmacKeys
      .filter(([name]) => name.startsWith("public-key"))
      .map(
        ([name, about, key]) =>
          [
            `v1a-hmac-${name}`,
            `The v1a entry is not an Ed25519 signature but an HMAC, and its key is ${about}`,
            (kit: Parameters<typeof entriesWith>[1]) => ({
              entries: entriesWith("v1a", kit, () => hmac(kit.content, key(kit))),
            }),
            {
              expected: expectPerPolicy("malformed-signature", "ok"),
              remedy:
                "Verify v1a only as an Ed25519 signature: everybody who has the public key can make an HMAC with it.",
            },
          ] as const,
      ),
  ]),
  ...hmacKeys.flatMap(([name, about, key, remedy]) =>
    createVectorGroup({ family: "keys", topic: "webhook-signature", prefix: "key-hmac-", remedy }, [
      [
        name,
        `The key of the v1 entry is ${about}`,
        (kit) => ({ entries: entriesWith("v1", kit, () => hmac(kit.content, key(kit))) }),
        { expected: only("v1", "invalid-v1") },
      ],
    ]),
  ),
];

function exportPem({ privateKey }: Materials): string {
  return createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
}

function exportDer({ privateKey }: Materials): Buffer {
  return createPublicKey(privateKey).export({ type: "spki", format: "der" });
}

/** Vectors about times and keys. */
export const signingVectors: readonly Vector[] = [...timestamps, ...replays, ...keys];
