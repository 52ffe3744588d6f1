import type { Json } from "../model/json.ts";
import { createRequire } from "node:module";
import type * as Core from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import type formats from "ajv-formats";
import { spend } from "../patterns/work.ts";
import { canonicalJson } from "../model/canonical-json.ts";
import { isMultipleOf } from "../text/multiple.ts";

const require = createRequire(import.meta.url);

/** The validator, loaded with the first schema that is compiled: who only reads contracts does without. */
export function loadAjv(): { readonly Ajv2020: typeof Ajv2020; readonly formats: typeof formats.default } {
  const equal = require("ajv/dist/runtime/equal.js") as { default: unknown };
  equal.default = Object.assign(isSame, equal.default);
  const ajv = require("ajv/dist/2020.js") as { Ajv2020: typeof Ajv2020 };
  return { Ajv2020: ajv.Ajv2020, formats: (require("ajv-formats") as typeof formats).default };
}

/**
 * Where a condition fails, Ajv has no list of the members that were evaluated, and trips when patterns add to it: it is
 * begun here before they do.
 */
export function beginEvaluated(ajv: Ajv2020): void {
  const { Name, _ } = require("ajv") as typeof Core;
  const rule = ajv.RULES.all["patternProperties"];
  if (typeof rule !== "object" || !("code" in rule.definition)) return;
  const { definition } = rule;
  rule.definition = {
    ...definition,
    code(context, type) {
      const { gen, it } = context;
      const { props } = it;
      if (props instanceof Name) gen.if(_`${props} === undefined`, () => gen.assign(props, _`{}`));
      definition.code(context, type);
    },
  };
}

/** Has multiples judged as they are written: Ajv divides, and large numbers of a small step are none then. */
export function judgeMultiples(ajv: Ajv2020): void {
  const { _ } = require("ajv") as typeof Core;
  ajv.removeKeyword("multipleOf");
  ajv.addKeyword({
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    compile: (step: number) => (number: number) => isMultipleOf(number, step),
    errors: false,
    error: { message: "must be a multiple", params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
  });
}

/** Has the items of a list compared in one pass: Ajv compares each with each, which takes hours for a million of them. */
export function judgeUnique(ajv: Ajv2020): void {
  const { _ } = require("ajv") as typeof Core;
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    code(context) {
      if (context.schema !== true) return;
      const { gen, data } = context;
      const twins = gen.const("twins", _`${gen.scopeValue("func", { ref: twinsIn })}(${data})`);
      context.setParams({ twins });
      context.fail(_`${twins} !== undefined`);
    },
    error: {
      message: "must NOT have duplicate items",
      params: ({ params }) => _`{i: ${params["twins"]}[1], j: ${params["twins"]}[0]}`,
    },
  });
}

/** The places of two items that are the same; undefined where all differ. */
function twinsIn(items: readonly unknown[]): readonly [number, number] | undefined {
  const plain = new Map<unknown, number>();
  const nested = new Map<unknown, number>();
  for (const [index, item] of items.entries()) {
    const places = isNested(item) ? nested : plain;
    const key = isNested(item) ? canonicalJson(item as Json) : item;
    const before = places.get(key);
    if (before !== undefined) return [before, index];
    places.set(key, index);
  }
  return undefined;
}

/**
 * Has a `oneOf` with a discriminator accept what several branches accept: the property says which of them is meant, and
 * nothing else has to tell them apart.
 */
export function judgeDiscriminated(ajv: Ajv2020): void {
  const { _ } = require("ajv") as typeof Core;
  const [oneOf, anyOf] = [ajv.getKeyword("oneOf"), ajv.getKeyword("anyOf")] as Core.CodeKeywordDefinition[];
  if (!oneOf || !anyOf) return;
  ajv.removeKeyword("oneOf");
  ajv.addKeyword({
    ...oneOf,
    code(context) {
      const isAny = isDiscriminated(context.parentSchema);
      // The error of `oneOf` names the branches that accept the value: there are none.
      if (isAny) context.setParams({ passing: _`null` });
      (isAny ? anyOf : oneOf).code(context);
    },
  });
}

/** Whether a discriminator says which branch of a union a value means, however many of them accept it. */
export function isDiscriminated(schema: object): boolean {
  const { discriminator } = schema as { readonly discriminator?: unknown };
  return isNested(discriminator) && typeof discriminator["propertyName"] === "string";
}

/** Steps that following a reference takes, in those of the search for a pattern; and where there are errors already. */
const STEPS = 10;
const STEPS_AFTER_ERRORS = 100;

/**
 * Has each reference that is followed spend steps: schemas that double with each reference double what is to be done.
 * The errors so far count, because they are copied each time.
 */
export function countReferences(ajv: Ajv2020): void {
  const { _ } = require("ajv") as typeof Core;
  const rule = ajv.RULES.all["$ref"];
  if (typeof rule !== "object" || !("code" in rule.definition)) return;
  const { definition } = rule;
  rule.definition = {
    ...definition,
    code(context, type) {
      const { gen } = context;
      const spending = gen.scopeValue("func", { ref: spend });
      gen.code(_`${spending}(vErrors === null ? ${STEPS} : ${STEPS_AFTER_ERRORS} + vErrors.length / 4)`);
      definition.code(context, type);
    },
  };
}

/** Whether two JSON values are the same: Ajv's own function trips over members that are called "toString" or "valueOf". */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) !== Array.isArray(other) || !isNested(one) || !isNested(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

function isNested(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
