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
  const { planAt, nodeOf } = plannerOf(contract);
  const places: SchemaPlace[] = [];
  visit(nodeOf([schemaPointer]), value, "");
  return places;

  function visit(undecided: PlaceNode, part: Json, pointer: string): void {
    const node = undecided.isDecided ? undecided : nodeOf(pointersFor(undecided.pointers, part), true);
    if (node.parts.length === 0) return;
    places.push({ pointer, value: part, parts: node.parts });
    if (Array.isArray(part))
      part.forEach((item, index) => visit(node.itemAt(index), item as Json, `${pointer}/${index}`));
    else if (isObject(part))
      for (const name of Object.keys(part)) visit(node.memberOf(name), part[name] as Json, join(pointer, name));
  }

  /** Pointers to all schemas that apply to a value. */
  function pointersFor(pointers: readonly string[], part: Json): readonly string[] {
    const plans = new Set<SchemaPlan>();
    pointers.forEach(collect);
    return [...plans].map((plan) => plan.part.pointer);

    function collect(pointer: string): void {
      const plan = planAt(pointer);
      if (!plan || plans.has(plan)) return;
      plans.add(plan);
      plan.always.forEach(collect);
      for (const branch of plan.branches) if (accepts(branch, part)) collect(branch);
      if (plan.condition) collect(accepts(plan.condition.if, part) ? plan.condition.then : plan.condition.else);
      if (isObject(part))
        for (const [name, dependent] of plan.dependents) if (Object.hasOwn(part, name)) collect(dependent);
    }
  }

  function accepts(pointer: string, part: Json): boolean {
    return acceptorOf(contract, pointer, direction)(part);
  }
}

/** Schemas that apply to the same value, with the nodes of its items and members. Nodes are created on first use. */
interface PlaceNode {
  /** Pointers to the schemas that apply, or from which those that apply are found. */
  readonly pointers: readonly string[];
  readonly parts: readonly SchemaPart[];
  /** False if it depends on the value which schemas apply. */
  readonly isDecided: boolean;
  itemAt(index: number): PlaceNode;
  memberOf(name: string): PlaceNode;
}

/** Maximum number of nodes below one node. Names of maps come from consumers, without a limit. */
const MAX_NODES = 1_000;

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

interface Planner {
  planAt(pointer: string): SchemaPlan | undefined;
  /** Node of schemas. With `isWhole`, the pointers are those of all schemas that apply. */
  nodeOf(pointers: readonly string[], isWhole?: boolean): PlaceNode;
}

const plannerOf = oncePer(({ document }: Contract): Planner => {
  const plans = new Map<string, SchemaPlan | undefined>();
  const nodes = new Map<string, PlaceNode>();
  return { planAt, nodeOf };

  function planAt(pointer: string): SchemaPlan | undefined {
    if (!plans.has(pointer)) {
      const schema = valueAt(document, pointer);
      plans.set(pointer, isObject(schema) ? planOf({ pointer, schema }) : undefined);
    }
    return plans.get(pointer);
  }

  function nodeOf(pointers: readonly string[], isWhole = false): PlaceNode {
    const key = JSON.stringify([isWhole, pointers]);
    let node = nodes.get(key);
    if (!node) nodes.set(key, (node = createNode(pointers, isWhole)));
    return node;
  }

  function createNode(pointers: readonly string[], isWhole: boolean): PlaceNode {
    const applying = new Set<SchemaPlan>();
    for (const pointer of pointers) collect(pointer);
    const isDecided = isWhole || [...applying].every(isDecidedPlan);
    const own = [...applying];
    const known = new Map<string | number, PlaceNode>();
    const below = (key: string | number, pointersBelow: () => readonly string[]): PlaceNode => {
      let node = known.get(key);
      if (!node) {
        node = nodeOf(pointersBelow());
        if (known.size < MAX_NODES) known.set(key, node);
      }
      return node;
    };
    return {
      pointers,
      parts: own.map(({ part }) => part),
      isDecided,
      itemAt: (index) => below(index, () => own.map((plan) => plan.itemAt(index))),
      memberOf: (name) => below(name, () => own.flatMap((plan) => plan.memberOf(name))),
    };

    function collect(pointer: string): void {
      const plan = planAt(pointer);
      if (!plan || applying.has(plan)) return;
      applying.add(plan);
      if (!isWhole) plan.always.forEach(collect);
    }
  }
});

function isDecidedPlan({ branches, condition, dependents }: SchemaPlan): boolean {
  return branches.length === 0 && !condition && dependents.length === 0;
}

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
