import type {
  ASTNode,
  DirectiveNode,
  GraphQLArgument,
  GraphQLDirective,
  GraphQLField,
  GraphQLInputField,
  GraphQLNamedType,
  GraphQLSchema,
} from "graphql";
import {
  type Basis,
  type Contract,
  type Json,
  type Location,
  type Standing,
  graphqlLibrary,
  isObject,
  joinPointer,
  locate,
  oncePer,
  readStanding,
  splitPointer,
} from "../../contracts/index.ts";

/** A schema coordinate, split into names. */
export interface Coordinate {
  /** Kind of operation: "query", "mutation" or "subscription". */
  readonly root?: string;
  readonly type?: string;
  /** Without the "@". */
  readonly directive?: string;
  /** A field, an input field, an enum value, a member of a union, an interface, a location. */
  readonly member?: string;
  readonly argument?: string;
}

/** A part that has a type: a field, an argument or an input field. */
export type TypedPart = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument;

/** A part of a schema: its pointer in the compiled document, and its syntax node. */
export interface GraphqlPart {
  readonly pointer: string;
  readonly node: ASTNode | null | undefined;
  readonly typed?: TypedPart;
}

/** The text of a schema coordinate: "Query.user(id:)", "@tag(name:)". */
export function formatCoordinate({ root, type, directive, member, argument }: Coordinate): string {
  const owner = root ?? (directive === undefined ? type : `@${directive}`) ?? "schema";
  const path = member === undefined ? owner : `${owner}.${member}`;
  if (argument === undefined) return path;
  return `${path}(${argument}:)`;
}

/** Last name of a schema coordinate. */
export function lastName({ type, directive, member, argument }: Coordinate): string {
  return argument ?? member ?? type ?? `@${directive}`;
}

/** The part at a coordinate; undefined if the schema has none. */
export function findGraphqlPart(schema: GraphQLSchema, place: Coordinate): GraphqlPart | undefined {
  const { root, type, directive, argument } = place;
  if (root !== undefined) return findRootPart(schema, root);
  if (type !== undefined) return findTypeMember(schema.getType(type), place);
  if (directive === undefined) return { pointer: "", node: schema.astNode };
  const found = findDirective(schema, directive);
  if (!found) return undefined;
  const pointer = joinPointer("", "directives", found.name);
  if (argument === undefined) return { pointer, node: found.astNode };
  return findArgument(found, argument, pointer);
}

/** Directive of a schema. The library looks through all of them. */
export function findDirective(schema: GraphQLSchema, name: string): GraphQLDirective | undefined {
  return directivesByName(schema).get(name);
}

const directivesByName = oncePer(
  (schema: GraphQLSchema): ReadonlyMap<string, GraphQLDirective> =>
    new Map(schema.getDirectives().map((directive) => [directive.name, directive])),
);

const argumentsByName = oncePer(
  (all: readonly GraphQLArgument[]): ReadonlyMap<string, GraphQLArgument> =>
    new Map(all.map((each) => [each.name, each])),
);

function findRootPart(schema: GraphQLSchema, root: string): GraphqlPart | undefined {
  const type = rootTypes(schema).get(root);
  const roots = [schema.astNode, ...schema.extensionASTNodes].flatMap((node) => node?.operationTypes ?? []);
  const declared = roots.find(({ operation }) => operation === root);
  return type && { pointer: joinPointer("", root), node: declared ?? type.astNode };
}

/** Root types of a schema, by kind of operation. */
export function rootTypes(schema: GraphQLSchema): ReadonlyMap<string, GraphQLNamedType> {
  return new Map(
    (
      [
        ["query", schema.getQueryType()],
        ["mutation", schema.getMutationType()],
        ["subscription", schema.getSubscriptionType()],
      ] as const
    ).flatMap(([name, type]) => (type ? [[name, type]] : [])),
  );
}

function findTypeMember(type: GraphQLNamedType | undefined, { member, argument }: Coordinate): GraphqlPart | undefined {
  if (!type) return undefined;
  const { isEnumType, isInputObjectType, isInterfaceType, isObjectType, isUnionType } = graphqlLibrary();
  const pointer = joinPointer("", "types", type.name);
  if (member === undefined) return { pointer, node: type.astNode };
  if (isEnumType(type)) {
    const value = type.getValue(member);
    if (value) return { pointer: joinPointer(pointer, "values", member), node: value.astNode };
    return undefined;
  }
  if (isUnionType(type)) {
    const node = findNamedNode(
      [type.astNode, ...type.extensionASTNodes].flatMap((each) => each?.types ?? []),
      member,
    );
    return node && { pointer: joinPointer(pointer, "members", member), node };
  }
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return undefined;
  const field = type.getFields()[member];
  if (!field) {
    if (isInputObjectType(type) || !type.getInterfaces().some(({ name }) => name === member)) return undefined;
    const all = [type.astNode, ...type.extensionASTNodes].flatMap((each) => each?.interfaces ?? []);
    return { pointer, node: findNamedNode(all, member) };
  }
  const at = joinPointer(pointer, "fields", field.name);
  if (argument !== undefined) {
    if ("args" in field) return findArgument(field, argument, at);
    return undefined;
  }
  return { pointer: at, node: field.astNode, typed: field };
}

function findArgument(
  owner: GraphQLDirective | GraphQLField<unknown, unknown>,
  name: string,
  pointer: string,
): GraphqlPart | undefined {
  const found = argumentsByName(owner.args).get(name);
  if (!found) return undefined;
  return { pointer: joinPointer(pointer, "arguments", name), node: found.astNode, typed: found };
}

function findNamedNode<N extends ASTNode & { name: { value: string } }>(
  nodes: readonly N[],
  name: string,
): N | undefined {
  return nodes.find((node) => node.name.value === name);
}

/** Output field of a type. */
export function getOutputField(
  type: GraphQLNamedType | undefined,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  const { isInterfaceType, isObjectType } = graphqlLibrary();
  if (isObjectType(type) || isInterfaceType(type)) return type.getFields()[name];
  return undefined;
}

/** Output fields of a type. */
export function listOutputFields(type: GraphQLNamedType | undefined): readonly GraphQLField<unknown, unknown>[] {
  const { isInterfaceType, isObjectType } = graphqlLibrary();
  if (isObjectType(type) || isInterfaceType(type)) return Object.values(type.getFields());
  return [];
}

/** First field of a type whose named type is another type. */
export function fieldOfType(
  type: GraphQLNamedType | undefined,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  return listOutputFields(type).find((field) => graphqlLibrary().getNamedType(field.type).name === name);
}

/** Names of the interfaces that a type implements. */
export function listInterfaces(type: GraphQLNamedType | undefined): readonly string[] {
  const { isInterfaceType, isObjectType } = graphqlLibrary();
  if (isObjectType(type) || isInterfaceType(type)) return type.getInterfaces().map(({ name }) => name);
  return [];
}

/** Directives applied to a part, printed and sorted, without those that graphql-js compares itself. */
export function appliedDirectives(
  node: ASTNode | null | undefined,
  extensions: readonly ASTNode[] = [],
): readonly string[] {
  const { print } = graphqlLibrary();
  const all = [node, ...extensions].flatMap((each) => (each && "directives" in each ? (each.directives ?? []) : []));
  return (all as readonly DirectiveNode[])
    .filter(({ name }) => name.value !== "deprecated" && name.value !== "oneOf")
    .map((each) => print(each))
    .toSorted();
}

/** Location of a part, or of the closest enclosing part that exists. */
export function locateCoordinate(contract: Contract, schema: GraphQLSchema, place: Coordinate): Location {
  const { pointer, node } = nearestPart(schema, place);
  const { file } = locate(contract, "");
  const name = node && "name" in node ? (node.name as ASTNode | undefined) : undefined;
  return { file, line: (name?.loc ?? node?.loc)?.startToken.line ?? 1, pointer };
}

/** Finds the basis of a part: the closest marker at it or above it, else stated. */
export function createBasisLookup({ document }: Contract, schema: GraphQLSchema): (place: Coordinate) => Basis {
  if (!/\bx-(spec|assumed):/.test(String(document["sdl"]))) return () => "stated";
  const whole = readStanding(document, { basis: "stated" });
  return (place) => {
    let node: Json | undefined = document;
    let standing: Standing = whole;
    for (const token of splitPointer(nearestPart(schema, place).pointer)) {
      node = isObject(node) ? node[token] : undefined;
      if (isObject(node)) standing = readStanding(node, standing);
    }
    return standing.basis;
  };
}

function nearestPart(schema: GraphQLSchema, place: Coordinate): GraphqlPart {
  const { argument: _, ...owner } = place;
  const { member: __, ...outermost } = owner;
  const whole = { pointer: "", node: schema.astNode };
  return (
    findGraphqlPart(schema, place) ?? findGraphqlPart(schema, owner) ?? findGraphqlPart(schema, outermost) ?? whole
  );
}
