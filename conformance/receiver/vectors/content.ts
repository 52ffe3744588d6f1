import { type Citations, clauseOn, clauseText } from "../../model/citations.ts";
import { bothInvalid, eventWith, createVectorGroup, hmac } from "./recipe.ts";
import type { Vector } from "./vector.ts";

const MEGABYTE = 1_000_000;
/** Size above the usual chunk of 64 KB, in letters of four bytes, so that chunks end within a letter. */
const LETTERS = 50_000;

const byVersion = "Find the entries of webhook-signature by the version before their comma, not by their position.";
const ignoreUnknown = "Ignore entries of unknown versions: a provider may add a version beside those that you verify.";
const rawBody =
  "Verify over the bytes as they were received: read the raw body before it is parsed, decoded or serialized again.";

/** Deliveries as the platform sends them. A receiver that refuses one loses events. */
const valid = createVectorGroup({ family: "valid", topic: "signatures", prefix: "valid-", remedy: byVersion }, [
  [
    "delivery",
    "A delivery with both entries, v1a first",
    () => ({}),
    {
      remedy:
        "Verify over webhook-id, webhook-timestamp and the raw body, joined with dots; the key of v1 is the base64 after whsec_.",
    },
  ],
  ["v1-first", "The v1 entry is before the v1a entry", ({ v1a, v1 }) => ({ entries: [`v1,${v1}`, `v1a,${v1a}`] })],
  [
    "unknown-entry-first",
    "An entry of an unknown version is before the two",
    ({ v1a, v1 }) => ({ entries: ["v2,bmV3", `v1a,${v1a}`, `v1,${v1}`] }),
    { remedy: ignoreUnknown },
  ],
  [
    "unknown-entry-between",
    "An entry of an unknown version is between the two",
    ({ v1a, v1 }) => ({ entries: [`v1a,${v1a}`, "v2,bmV3", `v1,${v1}`] }),
  ],
  [
    "unknown-entry-last",
    "An entry of an unknown version is after the two",
    ({ v1a, v1 }) => ({ entries: [`v1a,${v1a}`, `v1,${v1}`, "v2,bmV3"] }),
    { remedy: ignoreUnknown },
  ],
  [
    "v1-extended-entry",
    "A wrong entry, whose version only begins with v1, is before the two",
    ({ v1a, v1, body }) => ({ entries: [`v1b,${hmac(body, "another")}`, `v1a,${v1a}`, `v1,${v1}`] }),
    { remedy: "Compare the whole version before the comma: neither v1a nor v1b is v1." },
  ],
  [
    "long-id",
    "The id is long",
    ({ id }) => ({ id: id + "a1B2".repeat(49) }),
    { topic: "delivery-format", remedy: "Accept a webhook-id of any length." },
  ],
  [
    "id-with-signs",
    "The id contains characters other than letters and digits",
    ({ id }) => ({ id: `${id}/b+c=d~e:f@g%20h&i` }),
    {
      topic: "delivery-format",
      remedy: "Use webhook-id unchanged: verify over the text that was sent, without escaping.",
    },
  ],
  [
    "event-of-another-type",
    "The event is of a type that the receiver does not know",
    ({ body }) => ({ body: withOtherType(body) }),
    {
      receivers: "should",
      remedy:
        "Respond with 2xx to an event that you do not handle: a provider may add types, and repeats refused deliveries.",
    },
  ],
]);

/** Members that name the type of an event. */
const typeNames = ["type", "name", "event", "event_type", "eventType", "topic"];

/** Event whose type is another one. */
function withOtherType(body: Uint8Array): Uint8Array {
  const event = JSON.parse(Buffer.from(body).toString()) as Readonly<Record<string, unknown>>;
  const others = typeNames.filter((name) => typeof event[name] === "string").map((name) => [name, "concord.unknown"]);
  return Buffer.from(JSON.stringify({ ...event, ...Object.fromEntries(others) }));
}

function sizeRemedy(profile: Citations): string {
  const clause = clauseOn(profile, "body-size");
  const source = clause === undefined ? "the platform" : clauseText(profile, clause);
  return `Accept bodies of a megabyte: ${source} documents no limit, and many servers have a default limit of 100 KB.`;
}

const ofBodies = { family: "bodies", topic: "signed-content", prefix: "body-", about: "The body is …" } as const;
const large = { isLarge: true, topic: "body-size", receivers: "should", remedy: sizeRemedy } as const;

/**
 * Genuine deliveries of all kinds of bodies. The raw request body is signed. A receiver that writes JSON again has one
 * layout for it, so that the indented body shows every one.
 */
const bodies = [
  ...createVectorGroup({ ...ofBodies, remedy: rawBody }, [
    ["indented", "JSON with indentation", ({ body }) => ({ body: indented(body) })],
    ["line-end", "JSON with a line end after it", ({ body }) => ({ body: Buffer.concat([body, Buffer.from("\n")]) })],
    [
      "windows-lines",
      "JSON with CR and LF around it",
      ({ body }) => ({ body: Buffer.concat([Buffer.from("\r\n"), body, Buffer.from("\r\n")]) }),
    ],
    [
      "unicode",
      "JSON with characters of two, three and four bytes",
      (kit) => ({ body: eventWith(kit, '"note":"Größe € 漢字 😀"') }),
    ],
    [
      "composed",
      "JSON with a letter in two Unicode forms",
      (kit) => ({ body: eventWith(kit, '"note":"\u00e9 e\u0301"') }),
    ],
    [
      "dots",
      "JSON with dots like those of the signed content",
      (kit) => ({ body: eventWith(kit, `"note":"${kit.id}.${kit.now}."`) }),
    ],
    ["large", "JSON of a megabyte", (kit) => ({ body: eventWith(kit, `"note":"${"a".repeat(MEGABYTE)}"`) }), large],
    [
      "large-unicode",
      "JSON of many chunks, with characters of four bytes",
      (kit) => ({ body: eventWith(kit, `"note":"${"😀".repeat(LETTERS)}"`) }),
      large,
    ],
  ]),
  // A provider may send these where its contract does not show the body.
  ...createVectorGroup(
    {
      ...ofBodies,
      receivers: "should",
      remedy:
        "Respond with 2xx to a delivery that verifies, and ignore a body that you cannot use: a provider repeats refused deliveries.",
    },
    [
      ["empty", "nothing", () => ({ body: Buffer.alloc(0) })],
      ["text", "text that is not JSON", () => ({ body: Buffer.from("hello, world") })],
      ["null", "the JSON null", () => ({ body: Buffer.from("null") })],
    ],
  ),
  // For verifiers only. A receiver may refuse it after verifying it.
  ...createVectorGroup({ ...ofBodies, receivers: "not-asked", remedy: rawBody }, [
    ["binary", "every byte value once", () => ({ body: Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)) })],
  ]),
];

function indented(body: Uint8Array): Uint8Array {
  return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString()), null, 2));
}

/**
 * Genuine deliveries with another body than the signed one. Whoever verifies a normal form of the body refuses some of
 * the genuine bodies, so only what is not normal is changed here.
 */
const tampered = createVectorGroup(
  {
    family: "tampered",
    topic: "signed-content",
    prefix: "tampered-",
    about: "The body …, after it was signed",
    expected: bothInvalid,
    remedy: rawBody,
  },
  [
    [
      "last-byte",
      "differs in its last byte",
      ({ body }) => ({ sent: { body: Buffer.concat([body.subarray(0, -1), Buffer.from(" ")]) } }),
    ],
    [
      "last-byte-of-many",
      "is of many chunks, and differs in its last byte",
      ({ body }) => {
        const padded = Buffer.concat([body, Buffer.alloc(100_000, " ")]);
        return { body: padded, sent: { body: Buffer.concat([padded.subarray(0, -1), Buffer.from("\n")]) } };
      },
    ],
    ["member-added", "has a further member", (kit) => ({ sent: { body: eventWith(kit, '"admin":true') } })],
    ["replaced", "is that of another delivery", () => ({ sent: { body: Buffer.from('{"another":true}') } })],
    ["nothing", "is not there", () => ({ sent: { body: Buffer.alloc(0) } })],
    ["text", "is text that is not JSON", () => ({ sent: { body: Buffer.from("entity.created") } })],
    ["cut", "lacks its second half", ({ body }) => ({ sent: { body: body.subarray(0, body.length / 2) } })],
    [
      "decodes-alike",
      "has a byte that is invalid in UTF-8, which decoders read as the signed character",
      (kit) => {
        const [start, end] = Buffer.from(eventWith(kit, '"note":"?"')).toString().split("?") as [string, string];
        return {
          body: Buffer.from(`${start}\uFFFD${end}`),
          sent: { body: Buffer.concat([Buffer.from(start), Buffer.of(0xff), Buffer.from(end)]) },
        };
      },
      {
        remedy: "Verify over the bytes as they were received, or refuse a body that is not UTF-8 before you decode it.",
      },
    ],
  ],
);

/** Vectors about what is sent. */
export const contentVectors: readonly Vector[] = [...valid, ...bodies, ...tampered];
