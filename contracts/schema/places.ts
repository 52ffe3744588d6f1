import type { Json, JsonObject } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { join, targetPointer, valueAt } from "../model/pointer.ts";
import { decidedPatternOf } from "./pattern.ts";
import { isObject } from "../model/shapes.ts";
import { type Direction, acceptorOf } from "./validator.ts";

/** A place in a value, and all that its schema says of it there. */
export interface Place {
  /** JSON pointer into the value. */
  readonly pointer: string;
  readonly value: Json;
  /** Every schema that judges what is there: of alternatives, the ones that accept it. */
  readonly parts: readonly SchemaPart[];
}

export interface SchemaPart {
  /** JSON pointer into `Contract.document`. */
  readonly pointer: string;
  readonly schema: JsonObject;
}

/** The places of a value of which its schema says something, from the top down. */
export function placesOf(contract: Contract, schemaPointer: string, value: Json, direction: Direction): Place[] {
  const planAt = plannerOf(contract);
  const places: Place[] = [];
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

  function plansFor(pointers: readonly string[], node: Json): Plan[] {
    const found = new Set<Plan>();
    pointers.forEach(collect);
    return [...found];

    function collect(pointer: string): void {
      const plan = planAt(pointer);
      if (!plan || found.has(plan)) return;
      found.add(plan);
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

/** Where a schema leads from a place: pointers into the document, written once for all values. */
interface Plan {
  readonly part: SchemaPart;
  /** What judges the same value, whatever it is. */
  readonly always: readonly string[];
  /** What does so where it accepts the value. */
  readonly branches: readonly string[];
  readonly condition?: { readonly if: string; readonly then: string; readonly else: string };
  /** By the name of a member. */
  readonly dependents: readonly (readonly [name: string, pointer: string])[];
  itemAt(index: number): string;
  memberOf(name: string): readonly string[];
}

type Planner = (pointer: string) => Plan | undefined;

const planners = new WeakMap<Contract, Planner>();

function plannerOf(contract: Contract): Planner {
  let planner = planners.get(contract);
  if (!planner) planners.set(contract, (planner = createPlanner(contract)));
  return planner;
}

function createPlanner({ document }: Contract): Planner {
  const plans = new Map<string, Plan | undefined>();
  return (pointer) => {
    if (!plans.has(pointer)) {
      const schema = valueAt(document, pointer);
      plans.set(pointer, isObject(schema) ? planOf({ pointer, schema }) : undefined);
    }
    return plans.get(pointer);
  };
}

function planOf(part: SchemaPart): Plan {
  const { pointer, schema } = part;
  const { $ref, prefixItems, dependentSchemas } = schema;
  const prefixed = Array.isArray(prefixItems) ? prefixItems.length : 0;
  const items = join(pointer, "items");
  const named = membersNamed(part);
  const patterned = membersPatterned(part);
  const others = [join(pointer, "additionalProperties")];
  return {
    part,
    always: [...(typeof $ref === "string" ? [targetPointer($ref)] : []), ...listed(part, "allOf")],
    branches: [...listed(part, "anyOf"), ...listed(part, "oneOf")],
    ...(schema["if"] !== undefined && {
      condition: { if: join(pointer, "if"), then: join(pointer, "then"), else: join(pointer, "else") },
    }),
    dependents: isObject(dependentSchemas)
      ? Object.keys(dependentSchemas).map((name) => [name, join(pointer, "dependentSchemas", name)])
      : [],
    itemAt: (index) => (index < prefixed ? join(pointer, "prefixItems", index) : items),
    // By the name, by names like it, and where there is neither, by what is said of any other.
    memberOf(name) {
      const own = named.get(name);
      if (own !== undefined && patterned.length === 0) return [own];
      const alike = patterned.flatMap(([pattern, at]) => (decidedPatternOf(pattern, () => {})?.test(name) ? [at] : []));
      const all = own === undefined ? alike : [own, ...alike];
      return all.length > 0 ? all : others;
    },
  };
}

function membersNamed({ pointer, schema: { properties } }: SchemaPart): ReadonlyMap<string, string> {
  const names = isObject(properties) ? Object.keys(properties) : [];
  return new Map(names.map((name) => [name, join(pointer, "properties", name)]));
}

function membersPatterned({
  pointer,
  schema: { patternProperties },
}: SchemaPart): readonly (readonly [string, string])[] {
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  return patterns.map((pattern) => [pattern, join(pointer, "patternProperties", pattern)]);
}

function listed({ pointer, schema }: SchemaPart, keyword: string): string[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list.map((_, index) => join(pointer, keyword, index)) : [];
}
