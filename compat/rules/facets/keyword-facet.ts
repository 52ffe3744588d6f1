import { toSortedJson } from "../../schema/equality/json-text.ts";
import type { Both } from "../../model/pair.ts";
import { type Json, type JsonSchema, type JsonType, isObject } from "../../../contracts/index.ts";
import type { Difference, Facet } from "../support/facet-rule.ts";
import type { KeywordValue, SchemaNode } from "../../pairing/nodes/subjects.ts";
import { sidesAcceptingType } from "./bound.ts";
import { countsEvaluated, effectBetween } from "./effect-between.ts";

interface KeywordFacetOptions {
  /** Type of values that the keyword applies to; all if absent. */
  readonly type?: JsonType;
  /** Key that two equivalent values of the keyword share. */
  readonly identity?: (value: Json, node: SchemaNode) => string | number;
  /** Checks if a value of the keyword has no effect. */
  readonly nothing?: (value: Json, node: SchemaNode) => boolean;
  /** Schema of the values that the keyword refuses; `node` is the side without the keyword. */
  readonly refused?: (value: Json, node: SchemaNode) => JsonSchema | undefined;
  /** Checks if the first value of the keyword accepts more than the second. */
  readonly weaker?: (one: Json, other: Json) => boolean;
  /** Schema with this keyword only, for comparison with that of the other side. */
  readonly alone?: (value: KeywordValue, node: SchemaNode) => JsonSchema;
  /** The keyword evaluates members and items, which `unevaluated…` keywords then ignore. */
  readonly evaluates?: true;
}

/**
 * Facet of a keyword whose value is compared as a whole. An added keyword accepts fewer values, a removed one more, and
 * a changed one may do either.
 */
export function keywordFacet(keyword: string, options: KeywordFacetOptions = {}): Facet {
  const { type, identity = toSortedJson, nothing = () => false, refused, weaker, alone, evaluates } = options;
  return {
    name: `"${keyword}"`,
    compare(base, revision) {
      const taken = type ? sidesAcceptingType(type, base, revision) : "both";
      if (taken === "one") return [];
      const inBase = valuesByIdentity(base);
      const inRevision = valuesByIdentity(revision);
      const onlyInBase = [...inBase].filter(([key]) => !inRevision.has(key)).map(([, one]) => one);
      const onlyInRevision = [...inRevision].filter(([key]) => !inBase.has(key)).map(([, one]) => one);
      return compareKeyword(onlyInBase, onlyInRevision, { base, revision }).map((difference) => ({
        ...difference,
        taken,
      }));
    },
  };

  function valuesByIdentity(node: SchemaNode): Map<string | number, KeywordValue> {
    const all = node.all(keyword).filter(({ value }) => !nothing(value, node));
    return new Map(all.map((one) => [identity(one.value, node), one]));
  }

  function compareKeyword(
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
      if (schema === undefined) return undefined;
      return node.inlineReferences(schema);
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

/** Facet of a keyword whose value is a schema. */
export function schemaKeywordFacet(keyword: string, options: Omit<KeywordFacetOptions, "identity"> = {}): Facet {
  return keywordFacet(keyword, {
    nothing: (value) => value === true || (isObject(value) && Object.keys(value).length === 0),
    alone: ({ value }) => ({ [keyword]: value }),
    ...options,
    identity: (value, { normal }) => normal(value as JsonSchema),
  });
}

/** Facet of a keyword whose value is a map of schemas. */
export function schemaMapKeywordFacet(keyword: string, options: Omit<KeywordFacetOptions, "identity"> = {}): Facet {
  return keywordFacet(keyword, {
    nothing: (value) => isObject(value) && Object.keys(value).length === 0,
    alone: ({ value }) => ({ [keyword]: value }),
    ...options,
    identity: (value, { normal }) => normal({ [keyword]: value }),
  });
}

/** Facet of a keyword that has an effect if it is true. */
export function flagFacet(keyword: string, options: KeywordFacetOptions): Facet {
  return keywordFacet(keyword, { ...options, nothing: (value) => value !== true });
}
