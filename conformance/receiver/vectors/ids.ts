import { DAY, bothInvalid, genuineDelivery, tamperedDelivery } from "./by-hand.ts";
import { type Member, family } from "./family.ts";
import type { Vector } from "./vector.ts";

/** Malformed ids, each made from a valid one. All are signed. */
const malformed: readonly (readonly [name: string, about: string, written: (id: string) => string])[] = [
  ["without-prefix", "does not begin with msg_", (id) => id.replace("msg_", "")],
  ["of-another-prefix", "begins with evt_", (id) => id.replace("msg_", "evt_")],
  ["prefix-in-capitals", "begins with MSG_", (id) => id.replace("msg_", "MSG_")],
  ["with-a-dot", "holds a dot", (id) => `${id}.1`],
  ["with-a-space", "contains a space", (id) => `${id} 1`],
  ["joined", "is two ids, joined by a comma", (id) => `${id}, ${id}`],
];

/** Ids of messages, which are part of the signed content. */
export const ids: readonly Vector[] = family("ids", "delivery-format", [
  {
    name: "id-changed",
    about: "The id is not the signed one: a delivery is repeated as another message",
    expected: bothInvalid,
    topic: "signed-content",
    remedy: "Verify over webhook-id exactly as it was sent.",
    make: (materials) => tamperedDelivery(materials, { id: "msg_another" }),
  },
  {
    name: "id-in-other-case",
    about: "The id has upper and lower case exchanged",
    expected: bothInvalid,
    topic: "signed-content",
    remedy: "Verify over webhook-id exactly as it was sent.",
    make: (materials) => tamperedDelivery(materials, { id: "msg_ABC" }, { id: "msg_abc" }),
  },
  {
    name: "id-longer",
    about: "The id has one character more than the signed one",
    expected: bothInvalid,
    topic: "signed-content",
    remedy: "Verify over webhook-id exactly as it was sent.",
    make: (materials) => tamperedDelivery(materials, { id: `${materials.id}0` }),
  },
  ...malformed.map(([name, about, written]): Member => ({
    name: `id-${name}`,
    about: `The id ${about}, and the signatures are over it`,
    expected: "malformed-id",
    receivers: "should",
    remedy: "Accept only an id that begins with msg_ and contains no dot, comma or space.",
    make: (materials) => genuineDelivery(materials, { id: written(materials.id) }),
  })),
  {
    name: "id-with-moved-borders",
    about: "The signed timestamp is sent as part of the id, and the beginning of the body as the timestamp",
    expected: "malformed-id",
    topic: "signed-content",
    receivers: "should",
    remedy:
      "Refuse an id that contains a dot: the signed content is joined with dots, and a further dot shifts its parts.",
    make(materials) {
      const { id, now, body } = materials;
      const old = String(now - DAY);
      const signed = { timestamp: old, body: Buffer.concat([Buffer.from(`${now}.`), body]) };
      return tamperedDelivery(materials, { id: `${id}.${old}`, timestamp: String(now), body }, signed);
    },
  },
]);
