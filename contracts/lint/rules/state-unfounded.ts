import type { Json, JsonSchema } from "../../model/json.ts";
import { type Bodies, createBodies } from "../../resources/bodies.ts";
import type { Contract, Operation } from "../../model/contract.ts";
import { join } from "../../model/pointer.ts";
import type { Role } from "../../model/role.ts";
import { rolesOf } from "../../resources/roles.ts";
import { partsOf, typeOf, typesOf } from "../../schema/schema.ts";
import { schemasAt, stepsTo } from "../../resources/steps.ts";
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
    const bodies = createBodies(contract);
    for (const part of roles.filter(([each]) => noted.includes(each))) {
      const [operation, role] = part;
      const others = roles.filter(([other, its]) => other !== operation && its.collection === role.collection);
      const above = role.collection.replace(/\/\{[^{}]+\}\/[^{}]*$/, "");
      const owners = roles.filter(([, its]) => above !== role.collection && its.collection === above);
      const pointer = join(operation.pointer, mark);
      const item = itemOf(bodies, [...others, part]);
      const messages = [
        ...strangersIn(contract, part, { bodies, others, item }),
        ...lawlessIn(contract, part, { bodies, item, owner: owners.length > 0 ? itemOf(bodies, owners) : undefined }),
      ];
      for (const message of messages) faults.push({ pointer, message });
    }
    return faults;
  },
};

type Part = readonly [operation: Operation, role: Role];

interface Among {
  readonly bodies: Bodies;
  /** What operations on the collection show. */
  readonly item: JsonSchema;
}

/** What a note names that is not there. */
function strangersIn(
  contract: Contract,
  [operation, role]: Part,
  { bodies, others, item }: Among & { readonly others: readonly Part[] },
): string[] {
  const { state: note = {} } = operation;
  const answer = bodies.responseSchema(operation) ?? true;
  const taken = bodies.requestSchema(operation) ?? true;
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

/** What a note asks of items that they cannot be, or says of a list where there is none. */
function lawlessIn(
  contract: Contract,
  [operation, role]: Part,
  { bodies, item, owner }: Among & { readonly owner: JsonSchema | undefined },
): string[] {
  const { filters = {}, order = [], when = {}, unique = [] } = operation.state ?? {};
  const isList = role.kind === "list";
  const listed = isList ? listedBy(bodies, operation, role) : undefined;
  const held = role.kind === "create" ? owner : ["action", "list"].includes(role.kind) ? undefined : item;
  const misplaced = [
    ...(isList ? [] : ["filters", "order"]),
    ...(held === undefined ? ["when"] : []),
    ...(["create", "copy", "replace", "update"].includes(role.kind) ? [] : ["unique"]),
  ].filter((member) => Object.hasOwn(operation.state ?? {}, member));
  return [
    ...misplaced.map((member) => `"${member}" says nothing of this operation, whose kind is ${role.kind}`),
    ...Object.entries(listed ? filters : {}).flatMap(([parameter, path]) => {
      const property = memberAt(bodies, listed, path);
      const isSent =
        operation.parameters.some(({ name }) => name === parameter) || isInBody(bodies, operation, parameter);
      return [
        ...(isSent ? [] : [`There is no parameter "${parameter}" to filter by`]),
        ...(property ? [] : [`There is no "${path}" in the items of the list`]),
      ];
    }),
    ...(listed ? order : []).flatMap((text) => {
      const name = text.replace(/^-/, "");
      if (name === "$created")
        return text === order.at(-1) ? [] : [`"${text}" decides everything: nothing can come after it`];
      return bodies.member(listed ?? item, name) || bodies.member(item, name)
        ? []
        : [`There is no "${name}" in the items of the list, so that they cannot be ordered by it`];
    }),
    ...Object.entries(held === undefined ? {} : when).flatMap(([name, values]) => {
      const property = bodies.member(held as JsonSchema, name);
      if (!property) return [`There is no "${name}" in the item that has to have it`];
      return [values]
        .flat()
        .filter((value) => !isPossible(contract, property, value))
        .map((value) => `"${name}" of the item cannot be ${JSON.stringify(value)}`);
    }),
    ...unique.filter((name) => !memberAt(bodies, item, name)).map((name) => `There is no "${name}" in the item`),
  ];
}

/** "contact.email" is a member of a member. */
function memberAt(bodies: Bodies, schema: JsonSchema | undefined, path: string): JsonSchema | undefined {
  return path
    .split(".")
    .reduce((inner: JsonSchema | undefined, name) => inner && bodies.member(insideOf(bodies, inner), name), schema);
}

function isInBody(bodies: Bodies, operation: Operation, name: string): boolean {
  const taken = bodies.requestSchema(operation);
  return taken !== undefined && bodies.names(taken).has(name);
}

function listedBy(bodies: Bodies, operation: Operation, { itemsProperty }: Role): JsonSchema {
  const answer = bodies.responseSchema(operation) ?? true;
  const list = itemsProperty === undefined ? answer : (bodies.member(answer, itemsProperty) ?? true);
  return insideOf(bodies, list);
}

/** What a list lists; anything else is itself. */
function insideOf(bodies: Bodies, schema: JsonSchema): JsonSchema {
  return (bodies.accepts(schema, "array") ? bodies.member(schema, "items") : undefined) ?? schema;
}

/** The item that operations on a collection show: as it is read, or else as any of them answers it. */
function itemOf(bodies: Bodies, parts: readonly Part[]): JsonSchema {
  const isOne = ([, { kind, part, each }]: Part): boolean =>
    ["read", "create", "replace", "update", "transition", "copy", "singleton"].includes(kind) && !part && !each;
  const [operation, role] = parts.find((each) => each[1].kind === "read" && isOne(each)) ?? parts.find(isOne) ?? [];
  const schema = operation && bodies.responseSchema(operation);
  return schema === undefined ? true : bodies.withoutWrapper(schema, role?.wrapper);
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
