import {
  type Contract,
  listRequestFields,
  filterMapNames,
  findJsonMedia,
  findListedSchema,
  type JsonSchema,
  toMemberFields,
  listMemberSchemas,
  type Operation,
  listPageMembers,
  listPropertyNames,
  type RequestField,
  type Role,
  schemasAtPath,
  chooseSuccess,
  listJsonTypes,
} from "../../../contracts/index.ts";
import { type Steering, findSteering } from "./steering.ts";

/** An operation that lists items, and the fields of its requests. */
export interface ListShape {
  readonly operation: Operation;
  readonly role: Role;
  /** Fields of a request, in the query or the body. */
  readonly fields: readonly RequestField[];
  /** Schema of a listed item. */
  readonly item: JsonSchema;
  readonly steering: Steering;
}

/** The shape of a list: of an operation with that role, or of a read whose response has one list of objects. */
export function findListShape(contract: Contract, operation: Operation, role: Role): ListShape | undefined {
  if (role.kind === "list") return createListShape(contract, operation, role);
  const found = role.kind === "action" && operation.method === "GET" ? findOnlyList(contract, operation) : undefined;
  // The id of the role is that of another item.
  const { idProperty: _, ...rest } = role;
  return found && createListShape(contract, operation, { ...rest, kind: "list", ...found });
}

/** The only list of objects in a response, for a path that names no collection. */
function findOnlyList(
  contract: Contract,
  operation: Operation,
): { readonly itemsProperty: string; readonly idProperty?: string } | undefined {
  const schema = findJsonMedia(chooseSuccess(operation).response?.content ?? [])?.schema?.value ?? true;
  const isOnly = (type: string, each: JsonSchema): boolean =>
    listJsonTypes(contract, each)
      .filter((other) => other !== "null")
      .join() === type;
  const lists = [...listPropertyNames(contract, schema)].flatMap((name) => {
    const items: JsonSchema = { allOf: schemasAtPath(contract, schema, [name, "items"]) };
    const isList = isOnly("array", { allOf: listMemberSchemas(contract, schema, name) });
    if (isList && listPropertyNames(contract, items).size > 0) return [{ itemsProperty: name, items }];
    return [];
  });
  const [only] = lists;
  if (!only || lists.length > 1) return undefined;
  const { itemsProperty } = only;
  const id: JsonSchema = { allOf: listMemberSchemas(contract, only.items, "id") };
  if (isOnly("string", id) || isOnly("integer", id)) return { itemsProperty, idProperty: "id" };
  return { itemsProperty };
}

function createListShape(contract: Contract, operation: Operation, role: Role): ListShape {
  const schema = findJsonMedia(chooseSuccess(operation).response?.content ?? [])?.schema?.value ?? true;
  const plain = listRequestFields(contract, operation);
  const fields = [...plain, ...listPageMembers(contract, plain), ...listFilterMapFields(contract, operation)];
  const item = findListedSchema(contract, schema, role);
  return { operation, role, fields, item, steering: findSteering(contract, fields) };
}

/** Fields of `filter[name]=value`: the members of a `deepObject` parameter that is named like a filter. */
function listFilterMapFields(contract: Contract, { parameters }: Operation): readonly RequestField[] {
  return parameters
    .filter(({ name, in: place, style }) => place === "query" && style === "deepObject" && filterMapNames.test(name))
    .flatMap(({ name, schema }) => toMemberFields(contract, { name, schema: schema.value }));
}
