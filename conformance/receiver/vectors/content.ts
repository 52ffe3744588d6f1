import { type Citations, clauseOn, clauseText } from "../../model/citations.ts";
import type { WireDelivery } from "../../deliveries/delivery.ts";
import { bothInvalid, eventWith, groupOf, hmac } from "./recipe.ts";
import type { Vector } from "./vector.ts";

const MEGABYTE = 1_000_000;
/** Size above the usual chunk of 64 KB, in letters of four bytes, so that chunks end within a letter. */
const LETTERS = 50_000;

/** Seconds of a day. */
const DAY = 86_400;

const byVersion = "Find the entries of webhook-signature by the version before their comma, not by their position.";
const ignoreUnknown = "Ignore entries of unknown versions: a provider may add a version beside those that you verify.";
const rawBody =
  "Verify over the bytes as they were received: read the raw body before it is parsed, decoded or serialized again.";

/** Deliveries as the platform sends them. A receiver that refuses one loses events. */
const valid = groupOf({ family: "valid", topic: "signatures", prefix: "valid-", remedy: byVersion }, [
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
  ...groupOf({ ...ofBodies, remedy: rawBody }, [
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
  ...groupOf(
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
  ...groupOf({ ...ofBodies, receivers: "not-asked", remedy: rawBody }, [
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
const tampered = groupOf(
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

const names = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

type Headers = WireDelivery["headers"];

/** Headers with others in place of those with a name. */
function withHeader(name: string, write: (value: string) => readonly string[], all: Headers): Headers {
  return all.flatMap(([each, value]) =>
    each === name ? write(value).map((text) => [name, text] as const) : [[each, value] as const],
  );
}

const ofHeaders = { family: "headers", topic: "delivery-format" } as const;

/** Headers: their names, number and order. */
const headers = [
  ...groupOf({ ...ofHeaders, prefix: "header-", remedy: "Find headers by name, without regard to case and order." }, [
    [
      "names-in-capitals",
      "The names of the headers are written in capitals",
      () => ({ headers: (all) => all.map(([name, value]) => [name.toUpperCase(), value]) }),
    ],
    ["order", "The headers are in reverse order", () => ({ headers: (all) => all.toReversed() })],
  ]),
  ...names.flatMap((header) => [
    ...groupOf(
      { ...ofHeaders, prefix: "header-", expected: "missing-header", remedy: `Refuse a delivery without ${header}.` },
      [
        [
          `missing-${header}`,
          `The header ${header} is missing`,
          () => ({ headers: (all) => withHeader(header, () => [], all) }),
        ],
        [
          `empty-${header}`,
          `The header ${header} is empty`,
          () => ({ headers: (all) => withHeader(header, () => [""], all) }),
        ],
        [
          `twice-${header}`,
          `The header ${header} is sent twice, with the same value`,
          () => ({ headers: (all) => withHeader(header, (value) => [value, value], all) }),
          {
            expected: "duplicate-header",
            receivers: "should",
            remedy: `Refuse a delivery with more than one ${header}: two programs could read different ones.`,
          },
        ],
      ],
    ),
  ]),
  // Signed over what a careless receiver reads in place of a missing header.
  ...groupOf(
    {
      ...ofHeaders,
      topic: "delivery-headers",
      prefix: "header-missing-",
      expected: "missing-header",
      remedy: "Refuse a delivery without one of the three headers before you verify it: every delivery has them.",
    },
    [
      ...["", "undefined", "null"].map(
        (id) =>
          [
            `webhook-id-signed-as-${id || "nothing"}`,
            `The header webhook-id is missing, and "${id}" is signed in its place`,
            () => ({ id, headers: (all: Headers) => withHeader("webhook-id", () => [], all) }),
          ] as const,
      ),
      [
        "webhook-timestamp-signed-as-undefined",
        'The header webhook-timestamp is missing, and "undefined" is signed in its place',
        () => ({ timestamp: "undefined", headers: (all) => withHeader("webhook-timestamp", () => [], all) }),
      ],
      [
        "all",
        "All three headers are missing",
        () => ({ headers: (all) => all.filter(([name]) => !name.startsWith("webhook-")) }),
      ],
    ],
  ),
  ...groupOf(
    {
      ...ofHeaders,
      prefix: "header-",
      expected: "duplicate-header",
      receivers: "should",
      remedy: "Refuse a delivery with more than one header of a name, and verify over the values that you compared.",
    },
    [
      [
        "signature-split",
        "Each entry is in its own webhook-signature header",
        () => ({ headers: (all) => withHeader("webhook-signature", (value) => value.split(" "), all) }),
      ],
      // Against receivers that verify one id and remember the other, or check one timestamp and verify the other.
      [
        "second-id-before",
        "Another webhook-id is sent before the signed one",
        () => ({ headers: (all) => withHeader("webhook-id", (id) => ["msg_another", id], all) }),
      ],
      [
        "second-id-behind",
        "Another webhook-id is sent behind the signed one",
        () => ({ headers: (all) => withHeader("webhook-id", (id) => [id, "msg_another"], all) }),
      ],
      ...(["before", "behind"] as const).map(
        (side) =>
          [
            `fresh-timestamp-${side}`,
            `A delivery of yesterday, with a current webhook-timestamp ${side} its own`,
            ({ now }: { readonly now: number }) => ({
              timestamp: String(now - DAY),
              headers: (all: Headers) => {
                const both = (old: string): string[] => [String(now), old];
                return withHeader("webhook-timestamp", side === "before" ? both : (old) => both(old).toReversed(), all);
              },
            }),
            { topic: "verification", receivers: "must" },
          ] as const,
      ),
    ],
  ),
];

const idsAsSent = "Verify over webhook-id exactly as it was sent.";
const idForm = "Accept only an id that begins with msg_ and contains no dot, comma or space.";

/** Ids of messages, which are part of the signed content. */
const ids = [
  ...groupOf({ family: "ids", topic: "signed-content", prefix: "id-", expected: bothInvalid, remedy: idsAsSent }, [
    [
      "changed",
      "The id is not the signed one: a delivery is repeated as another message",
      () => ({ sent: { id: "msg_another" } }),
    ],
    ["in-other-case", "The id has upper and lower case exchanged", () => ({ id: "msg_abc", sent: { id: "msg_ABC" } })],
    ["longer", "The id has one character more than the signed one", ({ id }) => ({ sent: { id: `${id}0` } })],
    [
      "with-moved-borders",
      "The signed timestamp is sent as part of the id, and the beginning of the body as the timestamp",
      ({ id, now, body }) => {
        const timestamp = String(now - DAY);
        return {
          timestamp,
          body: Buffer.concat([Buffer.from(`${now}.`), body]),
          sent: { id: `${id}.${timestamp}`, timestamp: String(now), body },
        };
      },
      { expected: "malformed-id", receivers: "should", remedy: `${idForm} A further dot shifts the signed parts.` },
    ],
  ]),
  ...groupOf(
    {
      family: "ids",
      topic: "delivery-format",
      prefix: "id-",
      about: "The id …, and the signatures are over it",
      expected: "malformed-id",
      receivers: "should",
      remedy: idForm,
    },
    [
      ["of-another-prefix", "begins with evt_", ({ id }) => ({ id: id.replace("msg_", "evt_") })],
      ["with-a-dot", "holds a dot", ({ id }) => ({ id: `${id}.1` })],
      ["with-a-space", "contains a space", ({ id }) => ({ id: `${id} 1` })],
      ["joined", "is two ids, joined by a comma", ({ id }) => ({ id: `${id}, ${id}` })],
    ],
  ),
];

/** Vectors about what is sent: the parts of a delivery, and their form. */
export const contentVectors: readonly Vector[] = [...valid, ...bodies, ...tampered, ...headers, ...ids];
