import { type Sides, severalMembers } from "./sides.ts";
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
import { type UsageNode, type TextPart, parametersAround } from "../model/usage-graph.ts";
import type { Polarity } from "../pairing/nodes/subjects.ts";

/**
 * Tests a value that one side writes and the other reads. true or false: the reader accepts or refuses it. "misread": one
 * value is read as several, or several as one. "unsent": the writer cannot read its own text back. undefined: a validator
 * cannot decide.
 */
export type RoundTrip = (value: Json) => boolean | "misread" | "unsent" | undefined;

/** Schemas of the values that most often show a difference: several items, and texts with a delimiter. */
export const travelTests: readonly JsonSchema[] = [severalMembers, { const: "a,b" }, { pattern: "[,.;|]" }];

/** Returns the round trip for the values of a node; undefined if they are not sent as text. */
export function createRoundTrip(usage: UsageNode, sides: Sides, polarity: Polarity): RoundTrip | undefined {
  if (!usage.textKind) return undefined;
  const [writing, reading] = polarity === "in" ? (["base", "revision"] as const) : (["revision", "base"] as const);
  const direction = polarity === "in" ? "request" : "response";
  const tests = listRoundTrips(usage.textKind);
  return (
    tests &&
    ((value) => {
      // No style has a form for it.
      if (value === null) return "unsent";
      const results = tests.map((test) => test(value));
      const worst = ([false, "misread", undefined, true] as const).find((one) => results.includes(one));
      if (results.length === 0 || (worst === undefined && !results.includes(undefined))) return "unsent";
      return worst;
    })
  );

  /** Tests for a kind of text; undefined for a multipart body, whose parts are tested separately. */
  function listRoundTrips(text: TextPart): readonly RoundTrip[] | undefined {
    if (text === "whole") return removeAlike(parametersAround(usage)).map(asWhole);
    return { inside: [asText], text: [asText], form: [asForm], field: [asField], part: [asPart], parts: undefined }[
      text
    ];
  }

  function asWhole(parameter: Both<Parameter>): RoundTrip {
    const { contract, schemas } = sides[reading];
    const [readBack, readByOther] = [writing, reading].map((side) =>
      createTransfer(sides[side].contract, parameter[side]),
    ) as [Transfer, Transfer];
    return (value) => {
      const own = readBack(value, parameter[writing]);
      if (!own || own.isRepeated || !fitsContract(sides[writing], own.value)) return "unsent";
      const read = readByOther(value, parameter[writing]);
      if (!read) return "unsent";
      if (read.isRepeated) return false;
      // The whole schema can accept a value that the shape refuses.
      const whole = [parameter[reading].schema.value];
      const isAccepted =
        fitsContract({ contract, schemas }, read.value) || fitsContract({ contract, schemas: whole }, read.value);
      if (isAccepted && countListItems(own.value) !== countListItems(read.value)) return "misread";
      return isAccepted;
    };
  }

  function asText(value: Json): ReturnType<RoundTrip> {
    const [own, other] = [writing, reading].map((side) => rereadValue(sides[side], value)) as [Json, Json];
    if (fitsContract(sides[writing], own)) return fitsContract(sides[reading], other);
    return "unsent";
  }

  function asForm(value: Json): ReturnType<RoundTrip> {
    if (isObject(value)) return inForm(writeForm(value));
    return "unsent";
  }

  function asField(value: Json): ReturnType<RoundTrip> {
    return inForm(writeForm({ [field]: value }), field);
  }

  /** Tests a value as a multipart field, with a part for each item of a list. Objects are JSON. */
  function asPart(value: Json): ReturnType<RoundTrip> {
    const items = Array.isArray(value) ? value : [value];
    return inForm(writeForm({ [field]: items.map(writeText) }), field);
  }

  /** Compares the values that the writer and the reader read from a form, or from one of its fields. */
  function inForm(form: string, name?: string): ReturnType<RoundTrip> {
    const [own, read] = [writing, reading].map((side) => {
      const { contract, schemas } = sides[side];
      const schema = { allOf: [...schemas] };
      const whole = readForm(contract, name === undefined ? schema : { properties: { [name]: schema } }, form);
      if (name === undefined) return whole;
      if (isObject(whole)) return whole[name];
      return undefined;
    });
    if (own === undefined || read === undefined || !fitsContract(sides[writing], own)) return "unsent";
    const isAccepted = fitsContract(sides[reading], read);
    if (isAccepted && countListItems(own) !== countListItems(read)) return "misread";
    return isAccepted;
  }

  function fitsContract({ contract, schemas }: Sides["base"], value: Json): boolean | undefined {
    return acceptedByAll(contract, schemas, direction, value);
  }
}

/** Any name for a form field. The name has no influence on the result. */
const field = "a";

/** Number of items. A single value counts as a list of one, and an empty list as an empty text. */
function countListItems(value: Json): number {
  if (Array.isArray(value)) return Math.max(value.length, 1);
  return 1;
}

function rereadValue(
  { contract, schemas }: { readonly contract: Contract; readonly schemas: readonly JsonSchema[] },
  value: Json,
): Json {
  return createTextReader(contract, { allOf: [...schemas] })(writeText(value));
}

/** Removes parameters that are written and read alike, because thousands of operations can share one. */
function removeAlike(parameter: readonly Both<Parameter>[]): readonly Both<Parameter>[] {
  const describeSerialization = ({ in: place, style, explode, schema }: Parameter): string =>
    `${place} ${style} ${explode} ${JSON.stringify(schema.value)}`;
  return [
    ...new Map(
      parameter.map((one) => [`${describeSerialization(one.base)} ${describeSerialization(one.revision)}`, one]),
    ).values(),
  ];
}
