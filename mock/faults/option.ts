import type { Json, JsonObject } from "../../contracts/index.ts";

/** An option of a fault: a member of its setting. */
export interface FaultOption<Value = unknown, Presence extends OptionPresence = OptionPresence> {
  /** One sentence for the reference and the control API. */
  readonly description: string;
  readonly presence: Presence;
  readonly default?: Value;
  readonly schema: JsonObject;
  /** Noun phrase for messages: "a number from 0 to 1". */
  readonly expected: string;
  /** True if the value matches the schema, and the conditions that a schema cannot express. */
  accepts(value: unknown): boolean;
  /** Parses the value on the command line. Returns undefined for other text. */
  parse(text: string): Value | undefined;
}

type OptionPresence = "required" | "default" | "optional";

/** Properties that a fault states about an option. */
interface OptionSpec<Value> {
  readonly description: string;
  readonly required?: true;
  /** Value that the fault uses if the setting has none. */
  readonly default?: Value;
}

type PresenceIn<Spec> = Spec extends { readonly required: true }
  ? "required"
  : Spec extends { readonly default: {} }
    ? "default"
    : "optional";

interface Limits {
  readonly min: number;
  readonly max?: number;
}

type OptionType<Value> = Pick<FaultOption<Value>, "schema" | "expected" | "accepts" | "parse">;

function option<Value, const Spec extends OptionSpec<Value>>(
  { description, required, default: ifMissing }: Spec,
  { schema, ...type }: OptionType<Value>,
): FaultOption<Value, PresenceIn<Spec>> {
  const presence = required ? "required" : ifMissing === undefined ? "optional" : "default";
  return {
    description,
    presence: presence as PresenceIn<Spec>,
    ...(ifMissing !== undefined && { default: ifMissing }),
    schema: { ...schema, ...(ifMissing !== undefined && { default: ifMissing as Json }) },
    ...type,
  };
}

export function booleanOption<const Spec extends OptionSpec<boolean>>(
  spec: Spec,
): FaultOption<boolean, PresenceIn<Spec>> {
  return option<boolean, Spec>(spec, {
    schema: { type: "boolean" },
    expected: "true or false",
    accepts: (value) => typeof value === "boolean",
    parse: (text) => {
      if (text === "true") return true;
      if (text === "false") return false;
      return undefined;
    },
  });
}

export function integerOption<const Spec extends OptionSpec<number> & Limits>(
  spec: Spec,
): FaultOption<number, PresenceIn<Spec>> {
  const { min, max = Number.MAX_SAFE_INTEGER } = spec;
  return option<number, Spec>(spec, {
    schema: { type: "integer", minimum: min, ...(spec.max !== undefined && { maximum: max }) },
    expected: spec.max === undefined ? `a whole number of at least ${min}` : `a whole number from ${min} to ${max}`,
    accepts: (value) => Number.isInteger(value) && isBetween(min, value, max),
    parse: parseNumber,
  });
}

/** Defines an option with a number from 0 to 1. */
export function shareOption<const Spec extends OptionSpec<number>>(spec: Spec): FaultOption<number, PresenceIn<Spec>> {
  return option<number, Spec>(spec, {
    schema: { type: "number", minimum: 0, maximum: 1 },
    expected: "a number from 0 to 1",
    accepts: (value) => isBetween(0, value, 1),
    parse: parseNumber,
  });
}

/** Defines an option with one of several words. */
export function wordOption<const Word extends string, const Spec extends OptionSpec<Word>>(
  words: readonly Word[],
  spec: Spec,
): FaultOption<Word, PresenceIn<Spec>> {
  return option<Word, Spec>(spec, {
    schema: { type: "string", enum: words },
    expected: words.map((word) => `"${word}"`).join(" or "),
    accepts: (value) => words.some((word) => word === value),
    parse: (text) => words.find((word) => word === text),
  });
}

export function listOption<const Spec extends OptionSpec<readonly string[]>>(
  spec: Spec,
): FaultOption<readonly string[], PresenceIn<Spec>> {
  return option<readonly string[], Spec>(spec, {
    schema: { type: "array", items: { type: "string" } },
    expected: "a list of strings",
    accepts: (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
    parse: (text) => text.split(","),
  });
}

/** Maximum delay of a timer, in milliseconds. */
export const MAX_DELAY = 2 ** 31 - 1;

const duration: OptionType<number> = {
  schema: { type: "number", minimum: 0, maximum: MAX_DELAY },
  expected: `a number of milliseconds from 0 to ${MAX_DELAY}`,
  accepts: (value) => isBetween(0, value, MAX_DELAY),
  parse: parseNumber,
};

/** Defines an option with a time in milliseconds. */
export function durationOption<const Spec extends OptionSpec<number>>(
  spec: Spec,
): FaultOption<number, PresenceIn<Spec>> {
  return option<number, Spec>(spec, duration);
}

/** Defines an option with a delay in milliseconds, or with a range of delays. The seed selects a delay of the range. */
export type Delay = number | readonly [least: number, most: number];

export function waitOption<const Spec extends OptionSpec<Delay>>(spec: Spec): FaultOption<Delay, PresenceIn<Spec>> {
  return option<Delay, Spec>(spec, {
    schema: { anyOf: [duration.schema, { type: "array", items: duration.schema, minItems: 2, maxItems: 2 }] },
    expected: `milliseconds from 0 to ${MAX_DELAY}, or a list of the least and the most`,
    accepts: (value) => {
      if (Array.isArray(value))
        return value.length === 2 && value.every((each) => duration.accepts(each)) && value[0] <= value[1];
      return duration.accepts(value);
    },
    parse(text) {
      const [least, most, ...rest] = text.split("-").map(parseNumber);
      if (least === undefined || rest.length > 0 || (text.includes("-") && most === undefined)) return undefined;
      return most === undefined ? least : [least, most];
    },
  });
}

/** The delay that `chance`, from 0 to 1, selects. */
export function chooseDelay(wait: Delay, chance: number): number {
  const [least, most] = typeof wait === "number" ? [wait, wait] : wait;
  return Math.round(least + (most - least) * chance);
}

/** Parses a decimal number. Returns undefined for other text. */
export function parseNumber(text: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  return undefined;
}

function isBetween(min: number, value: unknown, max: number): boolean {
  return typeof value === "number" && value >= min && value <= max;
}
