import type { WireDelivery } from "../../deliveries/delivery.ts";
import { bothInvalid, createVectorGroup } from "./recipe.ts";
import type { Vector } from "./vector.ts";

/** Seconds of a day. */
const DAY = 86_400;

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
  ...createVectorGroup(
    { ...ofHeaders, prefix: "header-", remedy: "Find headers by name, without regard to case and order." },
    [
      [
        "names-in-capitals",
        "The names of the headers are written in capitals",
        () => ({ headers: (all) => all.map(([name, value]) => [name.toUpperCase(), value]) }),
      ],
      ["order", "The headers are in reverse order", () => ({ headers: (all) => all.toReversed() })],
    ],
  ),
  ...names.flatMap((header) => [
    ...createVectorGroup(
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
  ...createVectorGroup(
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
  ...createVectorGroup(
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
  ...createVectorGroup(
    { family: "ids", topic: "signed-content", prefix: "id-", expected: bothInvalid, remedy: idsAsSent },
    [
      [
        "changed",
        "The id is not the signed one: a delivery is repeated as another message",
        () => ({ sent: { id: "msg_another" } }),
      ],
      [
        "in-other-case",
        "The id has upper and lower case exchanged",
        () => ({ id: "msg_abc", sent: { id: "msg_ABC" } }),
      ],
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
    ],
  ),
  ...createVectorGroup(
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

/** Vectors about the headers of a delivery, and the id in them. */
export const headerVectors: readonly Vector[] = [...headers, ...ids];
