import { textOf } from "../../schema/equality/json-text.ts";
import type { Both } from "../../model/pair.ts";
import { type Json, type JsonSchema, type JsonType, isObject } from "../../../contracts/index.ts";
import type { Difference, Facet } from "../support/facet-rule.ts";
import type { KeywordValue, SchemaNode } from "../../pairing/nodes/subjects.ts";
import { takenBy } from "./bound.ts";
import { countsEvaluated, effectBetween } from "./narrowed.ts";

interface SaidOptions {
  /** The type of value that it is said of; all where it is not given. */
  readonly type?: JsonType;
  /** What two values must have in common to say the same; the text of what a schema accepts. */
  readonly identity?: (value: Json, node: SchemaNode) => string | number;
  /** What a value stands for that leaves the keyword out, and need not be told. */
  readonly nothing?: (value: Json, node: SchemaNode) => boolean;
  /** Schemas of the values that are refused because of what is said; `node` is of the side that says nothing of it. */
  readonly refused?: (value: Json, node: SchemaNode) => JsonSchema | undefined;
  /** Whether one value says less than another: what it does is known then. */
  readonly weaker?: (one: Json, other: Json) => boolean;
  /** A schema that says this and nothing else: two of them can be held against each other. */
  readonly alone?: (said: KeywordValue, node: SchemaNode) => JsonSchema;
  /** Whether what it says speaks of members and items for those that others leave over. */
  readonly evaluates?: true;
}

/**
 * What a keyword says, taken as a whole: more of it accepts less, less of it accepts more, and something else in its
 * place may do either.
 */
export function said(keyword: string, options: SaidOptions = {}): Facet {
  const { type, identity = textOf, nothing = () => false, refused, weaker, alone, evaluates } = options;
  return {
    name: `"${keyword}"`,
    compare(base, revision) {
      const taken = type ? takenBy(type, base, revision) : "both";
      if (taken === "one") return [];
      const ours = sayings(base);
      const theirs = sayings(revision);
      const gone = [...ours].filter(([key]) => !theirs.has(key)).map(([, one]) => one);
      const come = [...theirs].filter(([key]) => !ours.has(key)).map(([, one]) => one);
      return differenceOf(gone, come, { base, revision }).map((difference) => ({ ...difference, taken }));
    },
  };

  function sayings(node: SchemaNode): Map<string | number, KeywordValue> {
    const all = node.all(keyword).filter(({ value }) => !nothing(value, node));
    return new Map(all.map((one) => [identity(one.value, node), one]));
  }

  function differenceOf(
    [before, ...rest]: readonly KeywordValue[],
    [after, ...others]: readonly KeywordValue[],
    { base, revision }: Both<SchemaNode>,
  ): Difference[] {
    if (!before && !after) return [];
    const known = evaluates && countsEvaluated(base, revision) ? { effect: "neither" as const } : knownEffect();
    if (!known) return [];
    const { effect } = known;
    const refusedBy = (node: SchemaNode, value: Json, other: SchemaNode): JsonSchema | undefined => {
      const schema = refused?.(value, other);
      return schema === undefined ? undefined : node.writtenOut(schema);
    };
    const lost = effect === "grew" ? undefined : after && refusedBy(revision, after.value, base);
    const gained = effect === "shrank" ? undefined : before && refusedBy(base, before.value, revision);
    const isChange = alone && before && after && { isChange: true as const };
    return [
      {
        ...known,
        ...isChange,
        before,
        after,
        ...(lost !== undefined && { lost }),
        ...(gained !== undefined && { gained }),
      },
    ];

    function knownEffect(): Pick<Difference, "effect" | "isUncompared"> | undefined {
      if (!before) return { effect: "shrank" };
      if (!after) return { effect: "grew" };
      if (rest.length + others.length > 0) return { effect: "neither" };
      if (alone)
        return effectBetween(
          { node: base, schema: alone(before, base) },
          { node: revision, schema: alone(after, revision) },
        );
      if (weaker?.(before.value, after.value)) return { effect: "shrank" };
      return { effect: weaker?.(after.value, before.value) ? "grew" : "neither" };
    }
  }
}

/** A keyword whose value is a schema. */
export function saidOfSchema(keyword: string, options: Omit<SaidOptions, "identity"> = {}): Facet {
  return said(keyword, {
    nothing: (value) => value === true || (isObject(value) && Object.keys(value).length === 0),
    alone: ({ value }) => ({ [keyword]: value }),
    ...options,
    identity: (value, { normal }) => normal(value as JsonSchema),
  });
}

/** A keyword whose value is a map of schemas. */
export function saidOfSchemas(keyword: string, options: Omit<SaidOptions, "identity"> = {}): Facet {
  return said(keyword, {
    nothing: (value) => isObject(value) && Object.keys(value).length === 0,
    alone: ({ value }) => ({ [keyword]: value }),
    ...options,
    identity: (value, { normal }) => normal({ [keyword]: value }),
  });
}

/** Whether a keyword is there at all, and true. */
export function flag(keyword: string, options: SaidOptions): Facet {
  return said(keyword, { ...options, nothing: (value) => value !== true });
}
