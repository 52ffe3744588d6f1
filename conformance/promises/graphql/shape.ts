import type { FieldNode, GraphQLCompositeType, GraphQLOutputType, GraphQLSchema, SelectionSetNode } from "graphql";
import { type Json, isObject, joinPointer } from "../../../contracts/index.ts";
import { graphql } from "./library.ts";

/** Part of a response that differs from the query or the schema (GraphQL, sections 6.4 and 7.1). */
export interface ResponseFault {
  /** Field in the schema: "Brand.name". */
  readonly field: string;
  readonly pointer: string;
  readonly expected: string;
  readonly got: string;
}

/**
 * Faults of the data of a response. Unknown enum values and custom scalars are not faults. The query selects __typename
 * of each object.
 */
export function findDataFaults(data: Json, query: string, schema: GraphQLSchema): readonly ResponseFault[] {
  const { isCompositeType, isEnumType, isListType, isNonNullType, isObjectType, isInterfaceType, Kind, parse } =
    graphql();
  const { definitions } = parse(query);
  const operation = definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  const fragments = new Map(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [])),
  );
  const root = schema.getQueryType();
  if (!operation || !root) return [];
  return objectFaults(data, root, [operation.selectionSet], { field: root.name, pointer: "" });

  interface SelectionContext {
    readonly field: string;
    readonly pointer: string;
  }

  function objectFaults(
    value: Json,
    declared: GraphQLCompositeType,
    selections: readonly SelectionSetNode[],
    at: SelectionContext,
  ): readonly ResponseFault[] {
    if (!isObject(value)) return [createResponseFault(at, `an object of ${declared.name}`, value)];
    const name = value["__typename"];
    if (typeof name !== "string")
      return [createResponseFault({ ...at, field: `${declared.name}.__typename` }, "the name of a type", name)];
    const type = schema.getType(name);
    // An unknown type may be a new one, as with enum values.
    if (!type) {
      if (isObjectType(declared))
        return [createResponseFault({ ...at, field: `${declared.name}.__typename` }, declared.name, name)];
      return [];
    }
    if (!isObjectType(type) || !isPossibleType(type.name, declared.name))
      return [createResponseFault({ ...at, field: `${declared.name}.__typename` }, declared.name, name)];
    const wanted = new Map<string, FieldNode[]>();
    for (const selected of selections) collectSelectedFields(selected, type.name, wanted);
    const missing = [...wanted].flatMap(([alias, nodes]) => fieldFaults(alias, nodes));
    const extra = Object.keys(value).filter((alias) => !wanted.has(alias));
    return [
      ...missing,
      ...extra.map((alias) => createResponseFault({ ...at, field: type.name }, "only what was selected", alias)),
    ];

    function fieldFaults(alias: string, nodes: readonly FieldNode[]): readonly ResponseFault[] {
      const [node] = nodes as readonly [FieldNode];
      const definition = (type as { getFields(): Record<string, { type: GraphQLOutputType }> }).getFields()[
        node.name.value
      ];
      if (!definition) return [];
      const place = { field: `${name as string}.${node.name.value}`, pointer: joinPointer(at.pointer, alias) };
      const shown = (value as Record<string, Json>)[alias];
      if (shown === undefined) return [{ ...place, expected: String(definition.type), got: "nothing at all" }];
      const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      return valueFaults(shown, definition.type, below, place);
    }
  }

  function valueFaults(
    value: Json,
    type: GraphQLOutputType,
    selections: readonly SelectionSetNode[],
    at: SelectionContext,
  ): readonly ResponseFault[] {
    if (isNonNullType(type)) {
      if (value === null) return [createResponseFault(at, String(type), value)];
      return valueFaults(value, type.ofType, selections, at);
    }
    if (value === null) return [];
    if (isListType(type)) {
      if (!Array.isArray(value)) return [createResponseFault(at, String(type), value)];
      return (value as readonly Json[]).flatMap((item, index) =>
        valueFaults(item, type.ofType, selections, { ...at, pointer: joinPointer(at.pointer, String(index)) }),
      );
    }
    if (isCompositeType(type)) return objectFaults(value, type, selections, at);
    const fits = isEnumType(type) ? typeof value === "string" : fitsScalar(type.name, value);
    if (fits) return [];
    return [createResponseFault(at, type.name, value)];
  }

  function collectSelectedFields(selected: SelectionSetNode, type: string, into: Map<string, FieldNode[]>): void {
    for (const node of selected.selections) {
      if (node.kind === Kind.FIELD) {
        const alias = node.alias?.value ?? node.name.value;
        into.set(alias, [...(into.get(alias) ?? []), node]);
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      const condition = fragment?.typeCondition?.name.value ?? type;
      if (fragment && isPossibleType(type, condition)) collectSelectedFields(fragment.selectionSet, type, into);
    }
  }

  function isPossibleType(name: string, declared: string): boolean {
    if (name === declared) return true;
    const [type, other] = [schema.getType(name), schema.getType(declared)];
    if (!isObjectType(type) || !other) return false;
    return (isInterfaceType(other) || graphql().isUnionType(other)) && schema.isSubType(other, type);
  }
}

function fitsScalar(name: string, value: Json): boolean {
  if (name === "Boolean") return typeof value === "boolean";
  if (name === "Int") return Number.isInteger(value) && Math.abs(value as number) <= 2 ** 31;
  if (name === "Float") return typeof value === "number";
  // An id may be a number (GraphQL, section 3.5.5). The section demands a string in responses, but not all servers send
  // one.
  if (name === "ID") return typeof value === "string" || typeof value === "number";
  return name !== "String" || typeof value === "string";
}

function createResponseFault(
  { field, pointer }: { readonly field: string; readonly pointer: string },
  expected: string,
  got: Json | undefined,
): ResponseFault {
  return { field, pointer, expected, got: (JSON.stringify(got) ?? "nothing").slice(0, 60) };
}
