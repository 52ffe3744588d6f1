import { DAY, bothInvalid, genuineDelivery, tamperedDelivery } from "./by-hand.ts";
import { type Member, family } from "./family.ts";
import type { Vector } from "./vector.ts";

/** Malformed ids, each made from a valid one. All are signed. */
const malformed: readonly (readonly [name: string, about: string, written: (id: string) => string])[] = [
  ["without-prefix", "does not begin with msg_", (id) => id.replace("msg_", "")],
  ["of-another-prefix", "begins with evt_", (id) => id.replace("msg_", "evt_")],
  ["prefix-in-capitals", "begins with MSG_", (id) => id.replace("msg_", "MSG_")],
  ["with-a-dot", "holds a dot", (id) => `${id}.1`],
  ["with-a-space", "holds a space", (id) => `${id} 1`],
  ["joined", "is two ids, joined by a comma", (id) => `${id}, ${id}`],
];

/** Ids of messages, which are part of the signed content. */
export const ids: readonly Vector[] = family("ids", "delivery-format", [
  {
    name: "id-changed",
    about: "The id is not the one that was signed: a delivery sent again as another message",
    expected: bothInvalid,
    topic: "signed-content",
    remedy: "Make webhook-id a part of what you verify, as it was sent.",
    make: (materials) => tamperedDelivery(materials, { id: "msg_another" }),
  },
  {
    name: "id-in-other-case",
    about: "The id has its letters in the other case",
    expected: bothInvalid,
    topic: "signed-content",
    remedy: "Make webhook-id a part of what you verify, as it was sent.",
    make: (materials) => tamperedDelivery(materials, { id: "msg_ABC" }, { id: "msg_abc" }),
  },
  {
    name: "id-longer",
    about: "The id has a letter more than the one that was signed",
    expected: bothInvalid,
    topic: "signed-content",
    remedy: "Make webhook-id a part of what you verify, as it was sent.",
    make: (materials) => tamperedDelivery(materials, { id: `${materials.id}0` }),
  },
  ...malformed.map(([name, about, written]): Member => ({
    name: `id-${name}`,
    about: `The id ${about}, and is signed so`,
    expected: "malformed-id",
    receivers: "should",
    remedy: "Take only an id that begins with msg_, and has no dot, comma or space in it.",
    make: (materials) => genuineDelivery(materials, { id: written(materials.id) }),
  })),
  {
    name: "id-with-moved-borders",
    about: "The timestamp that was signed is sent as a part of the id, and the beginning of the body as the timestamp",
    expected: "malformed-id",
    topic: "signed-content",
    receivers: "should",
    remedy: "Refuse an id with a dot in it: what is signed is joined with dots, and a dot more moves its borders.",
    make(materials) {
      const { id, now, body } = materials;
      const old = String(now - DAY);
      const signed = { timestamp: old, body: Buffer.concat([Buffer.from(`${now}.`), body]) };
      return tamperedDelivery(materials, { id: `${id}.${old}`, timestamp: String(now), body }, signed);
    },
  },
]);
