import { oncePer } from "../model/once-per.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { join, targetPointer, valueAt } from "../model/pointer.ts";
import { decidedPatternOf } from "./pattern.ts";
import { isObject } from "../model/shapes.ts";
import { type Direction, acceptorOf } from "./validator.ts";

/** Location in a value, with all schemas that apply there. */
export interface SchemaPlace {
  /** JSON pointer into the value. */
  readonly pointer: string;
  readonly value: Json;
  /** Schemas that apply to the value here. Of the branches of a union, those that accept it. */
  readonly parts: readonly SchemaPart[];
}

export interface SchemaPart {
  /** JSON pointer into `Contract.document`. */
  readonly pointer: string;
  readonly schema: JsonObject;
}

/** Locations in a value that its schema describes, from the root down. */
export function placesOf(contract: Contract, schemaPointer: string, value: Json, direction: Direction): SchemaPlace[] {
  const planAt = plannerOf(contract);
  const places: SchemaPlace[] = [];
  visit([schemaPointer], value, "");
  return places;

  function visit(pointers: readonly string[], node: Json, pointer: string): void {
    const plans = plansFor(pointers, node);
    if (plans.length === 0) return;
    places.push({ pointer, value: node, parts: plans.map(({ part }) => part) });
    if (Array.isArray(node))
      node.forEach((item, index) =>
        visit(
          plans.flatMap((plan) => plan.itemAt(index)),
          item as Json,
          `${pointer}/${index}`,
        ),
      );
    else if (isObject(node))
      for (const [name, member] of Object.entries(node))
        visit(
          plans.flatMap((plan) => plan.memberOf(name)),
          member,
          join(pointer, name),
        );
  }

  function plansFor(pointers: readonly string[], node: Json): SchemaPlan[] {
    const plans = new Set<SchemaPlan>();
    pointers.forEach(collect);
    return [...plans];

    function collect(pointer: string): void {
      const plan = planAt(pointer);
      if (!plan || plans.has(plan)) return;
      plans.add(plan);
      plan.always.forEach(collect);
      for (const branch of plan.branches) if (accepts(branch, node)) collect(branch);
      if (plan.condition) collect(accepts(plan.condition.if, node) ? plan.condition.then : plan.condition.else);
      if (isObject(node))
        for (const [name, dependent] of plan.dependents) if (Object.hasOwn(node, name)) collect(dependent);
    }
  }

  function accepts(pointer: string, node: Json): boolean {
    return acceptorOf(contract, pointer, direction)(node);
  }
}

/**
 * Pointers from a schema to the schemas that apply to the same value, its items and its members. Computed once for all
 * values.
 */
interface SchemaPlan {
  readonly part: SchemaPart;
  /** Schemas that always apply to the same value. */
  readonly always: readonly string[];
  /** Schemas that apply if they accept the value. */
  readonly branches: readonly string[];
  readonly condition?: { readonly if: string; readonly then: string; readonly else: string };
  /** Schemas that apply if the value has a member of this name. */
  readonly dependents: readonly (readonly [name: string, pointer: string])[];
  itemAt(index: number): string;
  memberOf(name: string): readonly string[];
}

type Planner = (pointer: string) => SchemaPlan | undefined;

const plannerOf = oncePer(({ document }: Contract): Planner => {
  const plans = new Map<string, SchemaPlan | undefined>();
  return (pointer) => {
    if (!plans.has(pointer)) {
      const schema = valueAt(document, pointer);
      plans.set(pointer, isObject(schema) ? planOf({ pointer, schema }) : undefined);
    }
    return plans.get(pointer);
  };
});

function planOf(part: SchemaPart): SchemaPlan {
  const { pointer, schema } = part;
  const { $ref, prefixItems, dependentSchemas } = schema;
  const prefixCount = Array.isArray(prefixItems) ? prefixItems.length : 0;
  const items = join(pointer, "items");
  const pointersByName = schemasByName(part);
  const pointersByPattern = schemasByPattern(part);
  const additional = [join(pointer, "additionalProperties")];
  return {
    part,
    always: [...(typeof $ref === "string" ? [targetPointer($ref)] : []), ...pointersInList(part, "allOf")],
    branches: [...pointersInList(part, "anyOf"), ...pointersInList(part, "oneOf")],
    ...(schema["if"] !== undefined && {
      condition: { if: join(pointer, "if"), then: join(pointer, "then"), else: join(pointer, "else") },
    }),
    dependents: isObject(dependentSchemas)
      ? Object.keys(dependentSchemas).map((name) => [name, join(pointer, "dependentSchemas", name)])
      : [],
    itemAt: (index) => (index < prefixCount ? join(pointer, "prefixItems", index) : items),
    // A property schema and pattern schemas apply together. Additional properties apply only if there is neither.
    memberOf(name) {
      const byName = pointersByName.get(name);
      if (byName !== undefined && pointersByPattern.length === 0) return [byName];
      const byPattern = pointersByPattern.flatMap(([pattern, at]) =>
        decidedPatternOf(pattern, () => {})?.test(name) ? [at] : [],
      );
      const all = byName === undefined ? byPattern : [byName, ...byPattern];
      return all.length > 0 ? all : additional;
    },
  };
}

function schemasByName({ pointer, schema: { properties } }: SchemaPart): ReadonlyMap<string, string> {
  const names = isObject(properties) ? Object.keys(properties) : [];
  return new Map(names.map((name) => [name, join(pointer, "properties", name)]));
}

function schemasByPattern({
  pointer,
  schema: { patternProperties },
}: SchemaPart): readonly (readonly [string, string])[] {
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  return patterns.map((pattern) => [pattern, join(pointer, "patternProperties", pattern)]);
}

function pointersInList({ pointer, schema }: SchemaPart, keyword: string): string[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list.map((_, index) => join(pointer, keyword, index)) : [];
}
