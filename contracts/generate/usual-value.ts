import type { Json } from "../model/json.ts";
import { wordsOf } from "./naming.ts";

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** States in which the thing works, the best first. */
const working = "succeeded success successful active paid available ok enabled completed complete approved".split(" ");

/** States in which the thing no longer works, or does not yet. */
const failing = wordSet(
  "failed failure failing error errored canceled cancelled canceling cancelling expired deleted inactive disabled " +
    "rejected declined denied refused revoked suspended blocked aborted terminated uncollectible unpaid unavailable " +
    "void voided closed archived banned invalid offline stopped down past due timeout lost incomplete unknown none",
);

/** Names of flags that are on for a thing that works. */
const onNames = wordSet("active enabled available verified valid visible success succeeded ok paid online ready");

/**
 * The value to show of those that an enum allows: the first one, unless it is a state in which the thing does not work.
 */
export function usualValue(values: readonly Json[] | undefined, isUsual = false): Json | undefined {
  if (!values) return undefined;
  const first = values[0];
  if (!isUsual || !isFailing(first)) return first;
  const works = working.find((word) => values.some((value) => toLowerName(value) === word));
  return values.find((value) => (works === undefined ? !isFailing(value) : toLowerName(value) === works)) ?? first;
}

/** True for the name of a flag that is on for a thing that works: "active", "is_enabled", "charges_enabled". */
export function isUsuallyOn(name: string): boolean {
  const words = wordsOf(name);
  return !words.includes("not") && onNames.has(words.at(-1) ?? "");
}

function isFailing(value: Json | undefined): boolean {
  const words = wordsOf(toLowerName(value));
  return words.some((word) => failing.has(word));
}

function toLowerName(value: Json | undefined): string {
  if (typeof value === "string") return value.toLowerCase();
  return "";
}
