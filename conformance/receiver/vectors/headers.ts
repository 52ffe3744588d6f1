import { DAY, genuineDelivery } from "./by-hand.ts";
import { type Member, family } from "./family.ts";
import type { Materials, Vector } from "./vector.ts";
import type { Verdict, WireDelivery } from "../../deliveries/delivery.ts";

const names = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
const anyCase = "Find headers by name without regard to case (RFC 9110, section 5.1).";

type Header = WireDelivery["headers"][number];

const cases: readonly (readonly [name: string, about: string, rename: (name: string) => string])[] = [
  ["in-capitals", "in capitals", (name) => name.toUpperCase()],
  [
    "with-first-capitals",
    "with initial capitals",
    (name) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  ],
  ["in-mixed-case", "in mixed case", (name) => name.replace(/o./g, (letters) => letters.toUpperCase())],
];

const absent: readonly Member[] = names.flatMap((header) => [
  {
    name: `header-missing-${header}`,
    about: `The header ${header} is missing`,
    expected: "missing-header",
    remedy: `Refuse a delivery without ${header}.`,
    make: (materials) => changed(materials, (all) => all.filter(([name]) => name !== header)),
  } satisfies Member,
  {
    name: `header-empty-${header}`,
    about: `The header ${header} is empty`,
    expected: "missing-header",
    remedy: `Refuse a delivery with an empty ${header}.`,
    make: (materials) => changed(materials, (all) => all.map(([name, value]) => [name, name === header ? "" : value])),
  } satisfies Member,
  {
    name: `header-twice-${header}`,
    about: `The header ${header} is sent twice, with the same value`,
    expected: "duplicate-header",
    receivers: "should",
    remedy: `Refuse a delivery with more than one ${header}: two programs could read different ones.`,
    make: (materials) => changed(materials, (all) => all.flatMap((one) => (one[0] === header ? [one, one] : [one]))),
  } satisfies Member,
]);

/** Texts that a careless receiver reads from a missing header, by the header. */
const readings: readonly (readonly [header: (typeof names)[number], part: "id" | "timestamp", text: string])[] = [
  ["webhook-id", "id", ""],
  ["webhook-id", "id", "undefined"],
  ["webhook-id", "id", "null"],
  ["webhook-timestamp", "timestamp", "undefined"],
];

/** Deliveries without a header that are signed over what a careless receiver reads in its place. */
const signedWithout: readonly Member[] = readings.map(([header, part, text]) => ({
  name: `header-missing-${header}-signed-as-${text === "" ? "nothing" : text}`,
  about: `The header ${header} is missing, and ${text === "" ? "nothing" : `the text "${text}"`} is signed in its place`,
  expected: "missing-header",
  topic: "delivery-headers",
  remedy: `Refuse a delivery without ${header} before you verify it: every delivery has that header.`,
  make(materials) {
    const { headers: all, body } = genuineDelivery(materials, { [part]: text });
    return { headers: all.filter(([name]) => name !== header), body };
  },
}));

/** Headers: their names, number and order. */
export const headers: readonly Vector[] = family("headers", "delivery-format", [
  ...cases.map(([name, about, rename]): Member => ({
    name: `header-names-${name}`,
    about: `The names of the headers are written ${about}`,
    expected: "ok",
    remedy: anyCase,
    make: (materials) => changed(materials, (all) => all.map(([header, value]) => [rename(header), value])),
  })),
  {
    name: "header-order",
    about: "The headers are in reverse order",
    expected: "ok",
    remedy: "Find headers by their names, not by their order.",
    make: (materials) => changed(materials, (all) => all.toReversed()),
  },
  ...absent,
  ...signedWithout,
  {
    name: "header-missing-all",
    about: "All three headers are missing",
    expected: "missing-header",
    topic: "delivery-headers",
    remedy: "Refuse a delivery that is not signed.",
    make: (materials) => changed(materials, (all) => all.filter(([name]) => !name.startsWith("webhook-"))),
  },
  renamed("with-underscores", "with underscores", (name) => name.replaceAll("-", "_")),
  renamed("of-another-product", "as another product names them", (name) => name.replace("webhook-", "svix-")),
  {
    name: "header-signature-split",
    about: "Each entry is in its own webhook-signature header",
    expected: "duplicate-header",
    receivers: "should",
    remedy: "Refuse a delivery with more than one webhook-signature.",
    make: (materials) =>
      changed(materials, (all) =>
        all.flatMap(([name, value]) =>
          name === "webhook-signature" ? value.split(" ").map((entry): Header => [name, entry]) : [[name, value]],
        ),
      ),
  },
  twoIds("before", (genuineId, other) => [other, genuineId]),
  twoIds("behind", (genuineId, other) => [genuineId, other]),
  freshTimestamp("before", (old, fresh) => [fresh, old]),
  freshTimestamp("behind", (old, fresh) => [old, fresh]),
  {
    name: "header-spaces-around-timestamp",
    about: "The timestamp has spaces around it, which an HTTP server removes",
    expected: "malformed-timestamp",
    receivers: "not-asked",
    remedy: "Accept only digits as webhook-timestamp.",
    make: (materials) =>
      changed(materials, (all) =>
        all.map(([name, value]) => [name, name === "webhook-timestamp" ? ` ${value} ` : value]),
      ),
  },
]);

function changed(materials: Materials, change: (headers: readonly Header[]) => readonly Header[]): WireDelivery {
  const { headers: all, body } = genuineDelivery(materials);
  return { headers: change(all), body };
}

function renamed(name: string, about: string, rename: (name: string) => string): Member {
  return {
    name: `header-names-${name}`,
    about: `The names of the headers are written ${about}`,
    expected: "missing-header",
    receivers: "should",
    remedy: "Accept the three headers only under their exact names.",
    make: (materials) =>
      changed(materials, (all) =>
        all.map(([header, value]) => [names.some((one) => one === header) ? rename(header) : header, value]),
      ),
  };
}

/** Genuine delivery with a second id, against receivers that verify one id and remember the other. */
function twoIds(side: string, order: (genuineId: string, other: string) => readonly string[]): Member {
  return {
    name: `header-second-id-${side}`,
    about: `Another webhook-id is sent ${side} the signed one`,
    expected: "duplicate-header",
    receivers: "should",
    remedy: "Refuse a delivery with more than one webhook-id.",
    make: (materials) =>
      changed(materials, (all) =>
        all.flatMap(([name, value]) =>
          name === "webhook-id" ? order(value, "msg_another").map((id): Header => [name, id]) : [[name, value]],
        ),
      ),
  };
}

/** Old delivery with a second timestamp, against receivers that check one timestamp and verify the other. */
function freshTimestamp(side: string, order: (old: string, fresh: string) => readonly string[]): Member {
  const expected: Verdict = "duplicate-header";
  return {
    name: `header-fresh-timestamp-${side}`,
    about: `A delivery of yesterday, with a current webhook-timestamp ${side} its own`,
    expected,
    topic: "verification",
    remedy: "Refuse a delivery with more than one webhook-timestamp, and verify over the value that you compared.",
    make(materials) {
      const { headers: all, body } = genuineDelivery(materials, { timestamp: String(materials.now - DAY) });
      const twice = all.flatMap(([name, value]) =>
        name === "webhook-timestamp"
          ? order(value, String(materials.now)).map((timestamp): Header => [name, timestamp])
          : [[name, value] as const],
      );
      return { headers: twice, body };
    },
  };
}
