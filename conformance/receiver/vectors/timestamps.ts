import { genuineDelivery, tamperedDelivery } from "./by-hand.ts";
import { type Member, family } from "./family.ts";
import type { Vector } from "./vector.ts";
import type { Verdict } from "../../deliveries/delivery.ts";

const HOUR = 3600;

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

/**
 * Timestamps that are no number. `Math.abs(NaN) > 300` is false, so a receiver that does not reject them checks
 * nothing.
 */
const noNumbers: readonly (readonly [name: string, about: string, timestamp: string])[] = [
  ["word", "a word", "soon"],
  ["nan", 'the text "NaN"', "NaN"],
  ["infinity", 'the text "Infinity"', "Infinity"],
  ["negative-infinity", 'the text "-Infinity"', "-Infinity"],
  ["undefined", 'the text "undefined"', "undefined"],
  ["date", "a date as text", "Sun, 15 Jun 2025 15:06:40 GMT"],
];

/** Timestamps that a lenient parser takes for a number. */
const loose: readonly (readonly [name: string, about: string, written: (now: number) => string])[] = [
  ["letters-after-it", "digits followed by letters", (now) => `${now}abc`],
  ["leading-zero", "digits after a zero", (now) => `0${now}`],
  ["plus-sign", "digits after a plus sign", (now) => `+${now}`],
  ["point-zero", "a number with a point and a zero", (now) => `${now}.0`],
  ["fraction", "a fraction of a second", (now) => `${now}.5`],
  ["exponent", "a number with an exponent", (now) => `${now / 1e9}e9`],
  ["hexadecimal", "a hexadecimal number", (now) => `0x${now.toString(16)}`],
  ["underscores", "digits with underscores between them", (now) => now.toLocaleString("en-US").replaceAll(",", "_")],
  ["joined", "two timestamps joined by a comma", (now) => `${now}, ${now}`],
];

/** Those that pass in a receiver that verifies the number instead of the text. */
const respelled = loose.filter(([name]) =>
  ["letters-after-it", "leading-zero", "plus-sign", "point-zero"].includes(name),
);

/** Numbers that are no current time. */
const absurd: readonly (readonly [name: string, about: string, expected: Verdict, written: (now: number) => string])[] =
  [
    ["zero", "the beginning of 1970", "timestamp-too-old", () => "0"],
    ["negative", "a negative number", "malformed-timestamp", (now) => `-${now}`],
    ["milliseconds", "milliseconds", "timestamp-too-new", (now) => `${now}000`],
    ["century-ahead", "a hundred years ahead", "timestamp-too-new", (now) => String(now + 100 * 365 * 24 * HOUR)],
    ["forty-digits", "a number of forty digits", "malformed-timestamp", () => "9".repeat(40)],
    ["date", "a date as in RFC 3339", "malformed-timestamp", (now) => new Date(now * 1000).toISOString()],
  ];

/** Times of signing. All signatures are genuine, so that only the timestamp can be refused. */
export const timestamps: readonly Vector[] = family("timestamps", "verification", [
  ...ages.map(([seconds, expected]): Member => {
    const size = Math.abs(seconds);
    const [name, side] = seconds > 0 ? ["old", "ago"] : ["ahead", "ahead"];
    return {
      name: `timestamp-${size === HOUR ? "an-hour" : `${size}-seconds`}-${name}`,
      about: `Signed ${size} seconds ${side}; 300 are tolerated`,
      expected,
      ...(size === 300 || size === 301 ? { isExact: true } : {}),
      // For a clock with fractions of a second, the age is slightly above 300.
      ...(seconds === 300 ? { receivers: "should" as const } : {}),
      remedy:
        expected === "ok"
          ? "Compare the absolute difference in whole seconds, and refuse more than 300, but not exactly 300."
          : "Refuse a webhook-timestamp that differs from the current time by more than 300 seconds, whether it is behind or ahead.",
      make: (materials) => genuineDelivery(materials, { timestamp: String(materials.now - seconds) }),
    };
  }),
  ...noNumbers.map(([name, about, timestamp]): Member => ({
    name: `timestamp-not-a-number-${name}`,
    about: `The timestamp is not a number but ${about}, and the signatures are over it`,
    expected: "malformed-timestamp",
    remedy:
      "Refuse a webhook-timestamp that is not only digits, before you compare it: a comparison with NaN is never true.",
    make: (materials) => genuineDelivery(materials, { timestamp }),
  })),
  ...loose.map(([name, about, written]): Member => ({
    name: `timestamp-loose-${name}`,
    about: `The timestamp is ${about}, and the signatures are over it`,
    expected: "malformed-timestamp",
    receivers: "should",
    remedy: "Accept only digits as webhook-timestamp, such as /^[1-9][0-9]*$/, before you read the number.",
    make: (materials) => genuineDelivery(materials, { timestamp: written(materials.now) }),
  })),
  ...respelled.map(([name, about, written]): Member => ({
    name: `timestamp-respelled-${name}`,
    about: `The signed timestamp is sent as ${about}`,
    expected: "malformed-timestamp",
    topic: "signed-content",
    // The library that is recommended for v1 verifies over the number.
    receivers: { v1: "should", v1a: "must", both: "must" },
    remedy: "Accept only digits as webhook-timestamp, and verify over its text, not over the number that you read.",
    make: (materials) => tamperedDelivery(materials, { timestamp: written(materials.now) }),
  })),
  ...absurd.map(([name, about, expected, written]): Member => ({
    name: `timestamp-absurd-${name}`,
    about: `The timestamp is ${about}, and the signatures are over it`,
    expected,
    remedy:
      "Read webhook-timestamp as whole seconds since 1970, and refuse one that differs from the current time by more than 300.",
    make: (materials) => genuineDelivery(materials, { timestamp: written(materials.now) }),
  })),
]);
