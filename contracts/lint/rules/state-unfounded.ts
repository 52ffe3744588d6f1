import { type Bodies, createBodies } from "../../model/bodies.ts";
import type { Contract, Json, JsonSchema, Operation } from "../../model/contract.ts";
import { join } from "../../model/pointer.ts";
import type { Role } from "../../model/role.ts";
import { rolesOf } from "../../model/roles.ts";
import { partsOf, typeOf, typesOf } from "../../model/schema.ts";
import { schemasAt, stepsTo } from "../../model/steps.ts";
import { visitTree } from "../../model/shapes.ts";
import type { Fault, LintRule } from "../rule.ts";

const mark = "x-state";

export const stateUnfounded: LintRule = {
  id: "state-unfounded",
  claim: `${mark} stands at an operation, and names a collection, parameters and properties that there are`,
  of: "every",
  find(contract) {
    const faults: Fault[] = [];
    visitTree(contract.document, "document", (node, kind, pointer) => {
      if (kind !== "operation" && node[mark] !== undefined)
        faults.push({ pointer: join(pointer, mark), message: `${mark} says nothing here: move it to an operation` });
    });
    const noted = contract.operations.filter(({ state }) => state !== undefined);
    if (noted.length === 0) return faults;
    const roles = [...rolesOf(contract)];
    for (const [operation, role] of roles.filter(([each]) => noted.includes(each))) {
      const others = roles.filter(([other, its]) => other !== operation && its.collection === role.collection);
      const pointer = join(operation.pointer, mark);
      for (const message of strangersIn(contract, [operation, role], others)) faults.push({ pointer, message });
    }
    return faults;
  },
};

type Part = readonly [operation: Operation, role: Role];

/** What a note names that is not there. */
function strangersIn(contract: Contract, [operation, role]: Part, others: readonly Part[]): string[] {
  const bodies = createBodies(contract);
  const { state: note = {} } = operation;
  const answer = bodies.answered(operation) ?? true;
  const taken = bodies.taken(operation) ?? true;
  const item = itemOf(bodies, [...others, [operation, role]]);
  const isNamed = operation.parameters.some(({ name }) => name === role.idParameter);
  const has = (schema: JsonSchema, name: string | undefined): boolean =>
    name === undefined || name === "" || bodies.names(schema).has(name);
  const lacks = (member: keyof Role, schema: JsonSchema, where: string): string[] =>
    has(schema, note[member] as string | undefined) ? [] : [`There is no "${String(note[member])}" in ${where}`];
  return [
    ...(note.collection === undefined || others.length > 0
      ? []
      : [`No other operation works on the collection "${note.collection}"`]),
    ...(note.idParameter === undefined || isNamed || has(taken, note.idParameter)
      ? []
      : [`There is no parameter "${note.idParameter}", and nothing of that name in the body`]),
    ...lacks("idProperty", item, "the item"),
    ...lacks("part", item, "the item"),
    ...lacks("wrapper", answer, "the answer"),
    ...(schemasAt(contract, answer, stepsTo(contract, answer, note.itemsProperty)).length > 0
      ? []
      : [`There is no "${note.itemsProperty}" in the answer`]),
    ...lacks("each", taken, "the body"),
    ...Object.entries(note.sets ?? {}).flatMap(([name, value]) => {
      const property = bodies.member(item, name);
      if (!property) return [`There is no "${name}" in the item, so that it cannot be set`];
      const named = /^\{(.+)\}$/.exec(String(value))?.[1];
      if (named !== undefined && !operation.parameters.some((each) => each.name === named))
        return [`There is no parameter "${named}", which "${name}" is to be set to`];
      return named !== undefined || isPossible(contract, property, value)
        ? []
        : [`"${name}" of the item cannot be ${JSON.stringify(value)}`];
    }),
  ];
}

/** The item that operations on a collection show: as it is read, or else as any of them answers it. */
function itemOf(bodies: Bodies, parts: readonly Part[]): JsonSchema {
  const isOne = ([, { kind, part, each }]: Part): boolean =>
    ["read", "create", "replace", "update", "transition", "copy", "singleton"].includes(kind) && !part && !each;
  const [operation, role] = parts.find((each) => each[1].kind === "read" && isOne(each)) ?? parts.find(isOne) ?? [];
  const schema = operation && bodies.answered(operation);
  return schema === undefined ? true : bodies.unwrapped(schema, role?.wrapper);
}

/** As far as types and listed values tell; null takes a property away, and "$now" is the time. */
function isPossible(contract: Contract, property: JsonSchema, value: Json): boolean {
  if (value === null) return true;
  const types = typesOf(contract, property);
  const type = typeOf(value);
  const isOfType = types.includes(type) || (type === "integer" && types.includes("number"));
  return isOfType && partsOf(contract, property).every(({ enum: values }) => isAmong(values, value));
}

function isAmong(values: Json | undefined, value: Json): boolean {
  return !Array.isArray(values) || values.includes(value);
}
