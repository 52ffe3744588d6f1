import { type Sides, several } from "./sides.ts";
import type { Both } from "../model/pair.ts";
import {
  type Transfer,
  type Contract,
  type Json,
  type JsonSchema,
  type Parameter,
  createTransfer,
  createTextReader,
  acceptedByAll,
  isObject,
  readForm,
  writeForm,
  writeText,
} from "../../contracts/index.ts";
import { type Spot, type TextPart, carriedTo } from "../model/usage-graph.ts";
import type { Polarity } from "../pairing/nodes/subjects.ts";

/**
 * Whether the side that reads a value of the other takes it; "misread" where it takes several for one, or one for
 * several, "unsent" where the other cannot write it so that it would know it again, undefined where a validator cannot
 * tell.
 */
export type Travel = (value: Json) => boolean | "misread" | "unsent" | undefined;

/** What tells most of how values travel: several of them, and a text with what stands between several. */
export const tellingMost: readonly JsonSchema[] = [several, { const: "a,b" }, { pattern: "[,.;|]" }];

/** How the values at a spot travel, where that is as text. */
export function travelTo(spot: Spot, sides: Sides, polarity: Polarity): Travel | undefined {
  if (!spot.asText) return undefined;
  const [writing, reading] = polarity === "in" ? (["base", "revision"] as const) : (["revision", "base"] as const);
  const direction = polarity === "in" ? "request" : "response";
  const ways = waysOf(spot.asText);
  return (
    ways &&
    ((value) => {
      // No style has a form for it.
      if (value === null) return "unsent";
      const taken = ways.map((way) => way(value));
      const worst = ([false, "misread", undefined, true] as const).find((one) => taken.includes(one));
      return taken.length === 0 || (worst === undefined && !taken.includes(undefined)) ? "unsent" : worst;
    })
  );

  /** What is sent in parts is told part by part. */
  function waysOf(text: TextPart): readonly Travel[] | undefined {
    if (text === "whole") return distinct(carriedTo(spot)).map(asWhole);
    return { inside: [alone], text: [alone], form: [asForm], field: [asField], part: [asPart], parts: undefined }[text];
  }

  function asWhole(carried: Both<Parameter>): Travel {
    const { contract, schemas } = sides[reading];
    const [back, across] = [writing, reading].map((side) => createTransfer(sides[side].contract, carried[side])) as [
      Transfer,
      Transfer,
    ];
    return (value) => {
      const own = back(value, carried[writing]);
      if (!own || own.isRepeated || !fits(sides[writing], own.value)) return "unsent";
      const read = across(value, carried[writing]);
      if (!read) return "unsent";
      if (read.isRepeated) return false;
      // What a shape does not take, the whole may.
      const whole = [carried[reading].schema.value];
      const isTaken = fits({ contract, schemas }, read.value) || fits({ contract, schemas: whole }, read.value);
      return isTaken && countOf(own.value) !== countOf(read.value) ? "misread" : isTaken;
    };
  }

  function alone(value: Json): ReturnType<Travel> {
    const [own, other] = [writing, reading].map((side) => readText(sides[side], value)) as [Json, Json];
    return fits(sides[writing], own) ? fits(sides[reading], other) : "unsent";
  }

  function asForm(value: Json): ReturnType<Travel> {
    return isObject(value) ? inForm(writeForm(value)) : "unsent";
  }

  function asField(value: Json): ReturnType<Travel> {
    return inForm(writeForm({ [field]: value }), field);
  }

  /** A part for each item of a list; an object is JSON. */
  function asPart(value: Json): ReturnType<Travel> {
    const items = Array.isArray(value) ? value : [value];
    return inForm(writeForm({ [field]: items.map(writeText) }), field);
  }

  /** What the one side knows again of a form, or of one of its fields, and the other reads. */
  function inForm(form: string, name?: string): ReturnType<Travel> {
    const [own, read] = [writing, reading].map((side) => {
      const { contract, schemas } = sides[side];
      const schema = { allOf: [...schemas] };
      const whole = readForm(contract, name === undefined ? schema : { properties: { [name]: schema } }, form);
      return name === undefined ? whole : isObject(whole) ? whole[name] : undefined;
    });
    if (own === undefined || read === undefined || !fits(sides[writing], own)) return "unsent";
    const isTaken = fits(sides[reading], read);
    return isTaken && countOf(own) !== countOf(read) ? "misread" : isTaken;
  }

  function fits({ contract, schemas }: Sides["base"], value: Json): boolean | undefined {
    return acceptedByAll(contract, schemas, direction, value);
  }
}

/** What a field is called whose name does not matter. */
const field = "a";

/** A value by itself is as good as a list of it, and an empty text as good as a list of nothing. */
function countOf(value: Json): number {
  return Array.isArray(value) ? Math.max(value.length, 1) : 1;
}

function readText(
  { contract, schemas }: { readonly contract: Contract; readonly schemas: readonly JsonSchema[] },
  value: Json,
): Json {
  return createTextReader(contract, { allOf: [...schemas] })(writeText(value));
}

/** Those that are written and read in different ways: thousands of operations may have one parameter. */
function distinct(carried: readonly Both<Parameter>[]): readonly Both<Parameter>[] {
  const wayOf = ({ in: place, style, explode, schema }: Parameter): string =>
    `${place} ${style} ${explode} ${JSON.stringify(schema.value)}`;
  return [...new Map(carried.map((one) => [`${wayOf(one.base)} ${wayOf(one.revision)}`, one])).values()];
}
