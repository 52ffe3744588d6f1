import { genuineDelivery, hmacEntry, partsOf, v1, v1a, delivery, withEntries } from "./by-hand.ts";
import { family } from "./family.ts";
import type { Vector } from "./vector.ts";

/** Deliveries as the platform sends them. A receiver that refuses one loses events. */
export const valid: readonly Vector[] = family("valid", "signatures", [
  {
    name: "valid-delivery",
    about: "A delivery with both entries, v1a first",
    expected: "ok",
    remedy:
      "Verify over webhook-id, webhook-timestamp and the raw body, joined with dots; the key of v1 is the base64 after whsec_.",
    make: (materials) => genuineDelivery(materials),
  },
  {
    name: "valid-v1-first",
    about: "The v1 entry is before the v1a entry",
    expected: "ok",
    remedy: "Find the entries of webhook-signature by the version before their comma, not by their position.",
    make: (materials) => withEntries(materials, (asymmetric, symmetric) => [symmetric, asymmetric]),
  },
  {
    name: "valid-unknown-entry-first",
    about: "An entry of an unknown version is before the two",
    expected: "ok",
    remedy: "Ignore entries of unknown versions: a provider may add a version beside those that you verify.",
    make: (materials) => withEntries(materials, (...entries) => ["v2,c29tZXRoaW5nIG5ldw==", ...entries]),
  },
  {
    name: "valid-unknown-entry-between",
    about: "An entry of an unknown version is between the two",
    expected: "ok",
    remedy: "Find the entries of webhook-signature by the version before their comma, not by their position.",
    make: (materials) =>
      withEntries(materials, (asymmetric, symmetric) => [asymmetric, "v2,c29tZXRoaW5nIG5ldw==", symmetric]),
  },
  {
    name: "valid-unknown-entry-last",
    about: "An entry of an unknown version is after the two",
    expected: "ok",
    remedy: "Ignore entries of unknown versions: a provider may add a version beside those that you verify.",
    make: (materials) => withEntries(materials, (...entries) => [...entries, "v2,c29tZXRoaW5nIG5ldw=="]),
  },
  {
    name: "valid-v1-extended-entry",
    about: "A wrong entry, whose version only begins with v1, is before the two",
    expected: "ok",
    remedy: "Compare the whole version before the comma: neither v1a nor v1b is v1.",
    make: (materials) =>
      withEntries(materials, (...entries) => [
        hmacEntry(materials.body, Buffer.from("another")).replace("v1,", "v1b,"),
        ...entries,
      ]),
  },
  {
    name: "valid-long-id",
    about: "The id is long",
    expected: "ok",
    topic: "delivery-format",
    remedy: "Accept a webhook-id of any length.",
    make: (materials) => genuineDelivery(materials, { id: `${materials.id}${"a1B2".repeat(49)}` }),
  },
  {
    name: "valid-id-with-signs",
    about: "The id contains characters other than letters and digits",
    expected: "ok",
    topic: "delivery-format",
    remedy: "Use webhook-id unchanged: verify over the text that was sent, without escaping.",
    make: (materials) => genuineDelivery(materials, { id: `${materials.id}/b+c=d~e:f@g%20h&i` }),
  },
  {
    name: "valid-v1-of-a-second-webhook",
    about: "A v1 entry of another webhook is beside the correct one",
    expected: "ok",
    topic: "webhook-signature",
    remedy: "Try each v1 entry, and accept the delivery if one of them verifies.",
    make(materials) {
      const parts = partsOf(materials);
      return delivery(parts, [v1a(parts), v1(parts), v1({ ...parts, secret: materials.otherSecret })]);
    },
  },
  {
    name: "valid-event-of-another-type",
    about: "The event is of a type that the receiver does not know",
    expected: "ok",
    receivers: "should",
    remedy:
      "Respond with 2xx to an event that you do not handle: a provider may add types, and repeats refused deliveries.",
    make: (materials) => genuineDelivery(materials, { body: withOtherType(materials.body) }),
  },
]);

/** Members that name the type of an event. */
const typeNames = ["type", "name", "event", "event_type", "eventType", "topic"];

/** Event whose type is another one. */
function withOtherType(body: Uint8Array): Uint8Array {
  const event = JSON.parse(Buffer.from(body).toString()) as Readonly<Record<string, unknown>>;
  const others = typeNames.filter((name) => typeof event[name] === "string").map((name) => [name, "concord.unknown"]);
  return Buffer.from(JSON.stringify({ ...event, ...Object.fromEntries(others) }));
}
