import type { Json, JsonSchema } from "../../model/json.ts";
import { type Bodies, createBodies } from "../../resources/bodies.ts";
import type { Contract, Operation } from "../../model/contract.ts";
import { join } from "../../model/pointer.ts";
import type { Role } from "../../model/role.ts";
import { rolesOf } from "../../resources/roles.ts";
import { listSchemaParts, getJsonType, listJsonTypes } from "../../schema/schema.ts";
import { findListedSchema, schemasAtPath, splitPropertyPath } from "../../resources/steps.ts";
import { visitTree } from "../../schema/document-tree.ts";
import type { LintFinding, LintRule } from "../rule.ts";

const mark = "x-state";

export const stateUnfounded: LintRule = {
  id: "state-unfounded",
  claim: `${mark} belongs to an operation, and names an existing collection, parameters and properties`,
  find(contract) {
    const faults: LintFinding[] = [];
    visitTree(contract.document, "document", (node, kind, pointer) => {
      if (kind !== "operation" && node[mark] !== undefined)
        faults.push({ pointer: join(pointer, mark), message: `${mark} has no effect here: move it to an operation` });
    });
    const operationsWithState = contract.operations.filter(({ state }) => state !== undefined);
    if (operationsWithState.length === 0) return faults;
    const roles = [...rolesOf(contract)];
    const bodies = createBodies(contract);
    for (const operationRole of roles.filter(([each]) => operationsWithState.includes(each))) {
      const [operation, role] = operationRole;
      const otherRoles = roles.filter(([other, its]) => other !== operation && its.collection === role.collection);
      const parentCollection = role.collection.replace(/\/\{[^{}]+\}\/[^{}]*$/, "");
      const owners = roles.filter(
        ([, its]) => parentCollection !== role.collection && its.collection === parentCollection,
      );
      const pointer = join(operation.pointer, mark);
      const item = findCollectionItem(bodies, [...otherRoles, operationRole]);
      const messages = [
        ...findUnknownNames(contract, operationRole, { bodies, others: otherRoles, item }),
        ...findContradictions(contract, operationRole, {
          bodies,
          item,
          owner: owners.length > 0 ? findCollectionItem(bodies, owners) : undefined,
        }),
      ];
      for (const message of messages) faults.push({ pointer, message });
    }
    return faults;
  },
};

type OperationRole = readonly [operation: Operation, role: Role];

interface CollectionSchemas {
  readonly bodies: Bodies;
  /** Schema of an item of the collection. */
  readonly item: JsonSchema;
}

/** Messages about names in a note that do not exist. */
function findUnknownNames(
  contract: Contract,
  [operation, role]: OperationRole,
  { bodies, others, item }: CollectionSchemas & { readonly others: readonly OperationRole[] },
): string[] {
  const { state: note = {} } = operation;
  const response = bodies.responseSchema(operation) ?? true;
  const request = bodies.requestSchema(operation) ?? true;
  const isNamed = operation.parameters.some(({ name }) => name === role.idParameter);
  const hasNamedMember = (schema: JsonSchema, name: string | undefined): boolean =>
    name === undefined || name === "" || bodies.names(schema).has(name);
  const lacks = (member: keyof Role, schema: JsonSchema, where: string): string[] =>
    hasNamedMember(schema, note[member] as string | undefined)
      ? []
      : [`"${String(note[member])}" does not exist in ${where}`];
  return [
    ...(note.collection === undefined || others.length > 0
      ? []
      : [`No other operation works on the collection "${note.collection}"`]),
    ...(note.idParameter === undefined || isNamed || hasNamedMember(request, note.idParameter)
      ? []
      : [`There is no parameter "${note.idParameter}", and no property of that name in the request body`]),
    ...lacks("idProperty", item, "the item"),
    ...lacks("part", item, "the item"),
    ...lacks("wrapper", response, "the response"),
    ...(schemasAtPath(contract, response, splitPropertyPath(contract, response, note.itemsProperty)).length > 0
      ? []
      : [`"${note.itemsProperty}" does not exist in the response`]),
    ...(note.entryProperty === undefined || findListedSchema(contract, response, role).allOf.length > 0
      ? []
      : [`"${note.entryProperty}" does not exist in the entries of the list`]),
    ...lacks("each", request, "the request body"),
    ...Object.entries(note.sets ?? {}).flatMap(([name, value]) => {
      const property = bodies.member(item, name);
      if (!property) return [`"${name}" cannot be set, because it does not exist in the item`];
      const parameterName = /^\{(.+)\}$/.exec(String(value))?.[1];
      if (parameterName !== undefined && !operation.parameters.some((each) => each.name === parameterName))
        return [`"${name}" cannot be set, because there is no parameter "${parameterName}"`];
      if (parameterName !== undefined || isPossible(contract, property, value)) return [];
      return [`"${name}" of the item cannot be ${JSON.stringify(value)}`];
    }),
  ];
}

/** Messages about conditions that no item can meet, and about list options of an operation that is no list. */
function findContradictions(
  contract: Contract,
  [operation, role]: OperationRole,
  { bodies, item, owner }: CollectionSchemas & { readonly owner: JsonSchema | undefined },
): string[] {
  const { filters = {}, order = [], when = {}, unique = [] } = operation.state ?? {};
  const isList = role.kind === "list";
  const listItem = isList ? listItemSchema(bodies, operation, role) : undefined;
  const conditionItem = role.kind === "create" ? owner : ["action", "list"].includes(role.kind) ? undefined : item;
  const misplaced = [
    ...(isList ? [] : ["filters", "order"]),
    ...(conditionItem === undefined ? ["when"] : []),
    ...(["create", "copy", "replace", "update"].includes(role.kind) ? [] : ["unique"]),
  ].filter((member) => Object.hasOwn(operation.state ?? {}, member));
  return [
    ...misplaced.map((member) => `"${member}" has no effect on an operation of kind ${role.kind}`),
    ...Object.entries(listItem ? filters : {}).flatMap(([parameter, path]) => {
      const property = findNestedSchema(bodies, listItem, path);
      const isSent =
        operation.parameters.some(({ name }) => name === parameter) || isInBody(bodies, operation, parameter);
      return [
        ...(isSent ? [] : [`There is no parameter "${parameter}" to filter by`]),
        ...(property ? [] : [`"${path}" does not exist in the items of the list`]),
      ];
    }),
    ...(listItem ? order : []).flatMap((text) => {
      const name = text.replace(/^-/, "");
      if (name === "$created") {
        if (text === order.at(-1)) return [];
        return [`"${text}" must be last, because it gives a complete order`];
      }
      if (bodies.member(listItem ?? item, name) || bodies.member(item, name)) return [];
      return [`The list cannot be ordered by "${name}", because it does not exist in the items`];
    }),
    ...Object.entries(conditionItem === undefined ? {} : when).flatMap(([name, values]) => {
      const property = bodies.member(conditionItem as JsonSchema, name);
      if (!property) return [`"${name}" is a condition, but does not exist in the item`];
      return [values]
        .flat()
        .filter((value) => !isPossible(contract, property, value))
        .map((value) => `"${name}" of the item cannot be ${JSON.stringify(value)}`);
    }),
    ...unique
      .filter((name) => !findNestedSchema(bodies, item, name))
      .map((name) => `"${name}" does not exist in the item`),
  ];
}

/** Schema at a property path such as "contact.email". */
function findNestedSchema(bodies: Bodies, schema: JsonSchema | undefined, path: string): JsonSchema | undefined {
  return path
    .split(".")
    .reduce((inner: JsonSchema | undefined, name) => inner && bodies.member(itemsOrSelf(bodies, inner), name), schema);
}

function isInBody(bodies: Bodies, operation: Operation, name: string): boolean {
  const request = bodies.requestSchema(operation);
  return request !== undefined && bodies.names(request).has(name);
}

function listItemSchema(bodies: Bodies, operation: Operation, { itemsProperty, entryProperty }: Role): JsonSchema {
  const response = bodies.responseSchema(operation) ?? true;
  const list = itemsProperty === undefined ? response : (bodies.member(response, itemsProperty) ?? true);
  return bodies.withoutWrapper(itemsOrSelf(bodies, list), entryProperty);
}

/** Schema of the items of an array. Any other schema is returned unchanged. */
function itemsOrSelf(bodies: Bodies, schema: JsonSchema): JsonSchema {
  return (bodies.accepts(schema, "array") ? bodies.member(schema, "items") : undefined) ?? schema;
}

/** Schema of an item of a collection: from the operation that reads it, or else from any operation that returns it. */
function findCollectionItem(bodies: Bodies, parts: readonly OperationRole[]): JsonSchema {
  const returnsItem = ([, { kind, part, each }]: OperationRole): boolean =>
    ["read", "create", "replace", "update", "transition", "copy", "singleton"].includes(kind) && !part && !each;
  const [operation, role] =
    parts.find((each) => each[1].kind === "read" && returnsItem(each)) ?? parts.find(returnsItem) ?? [];
  const schema = operation && bodies.responseSchema(operation);
  if (schema === undefined) return true;
  return bodies.withoutWrapper(schema, role?.wrapper);
}

/** Checks a value against types and listed values. null removes a property, and "$now" is the current time. */
function isPossible(contract: Contract, property: JsonSchema, value: Json): boolean {
  if (value === null) return true;
  const types = listJsonTypes(contract, property);
  const type = getJsonType(value);
  const isOfType = types.includes(type) || (type === "integer" && types.includes("number"));
  return isOfType && listSchemaParts(contract, property).every(({ enum: values }) => isListedValue(values, value));
}

function isListedValue(values: Json | undefined, value: Json): boolean {
  return !Array.isArray(values) || values.includes(value);
}
