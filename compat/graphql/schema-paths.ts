import type { OutputPath, InputPath } from "./schema-path.ts";
import type { GraphQLInputType, GraphQLNamedType, GraphQLSchema } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { type RevisedSchema, revisedType } from "./renamed-types.ts";
import { fieldOf, fieldsOf, rootTypes } from "./parts.ts";
import type { OperationWriter } from "./operation-writer.ts";

/** Most counterparts that are tried for a type. Without a limit, every pair of types could be visited. */
const MOST_COUNTERPARTS = 4;

/** Shortest paths through a schema, by type name. */
export interface SchemaPaths {
  readonly outputs: ReadonlyMap<string, OutputPath>;
  readonly inputs: ReadonlyMap<string, InputPath>;
  /** Writes operations along these paths. */
  readonly writer: OperationWriter;
}

/** Finds the shortest paths. With another schema, only paths that exist in both. */
export function findSchemaPaths(schema: GraphQLSchema, writer: OperationWriter, other?: RevisedSchema): SchemaPaths {
  const paths = findOutputPaths(schema, writer, other);
  const answered = new Map<string, OutputPath>();
  for (const path of paths) {
    // A type without a counterpart is not a target, only a step of longer paths. Another rule reports its change.
    const isSame = !other || path.counterpart === revisedType(other, path.type.name);
    if (isSame && !answered.has(path.type.name)) answered.set(path.type.name, path);
  }
  return { outputs: answered, inputs: findInputPaths(paths, other), writer };
}

function findOutputPaths(schema: GraphQLSchema, writer: OperationWriter, other?: RevisedSchema): OutputPath[] {
  const { getNamedType, isCompositeType } = graphqlLibrary();
  const paths = new Map<string, OutputPath>();
  const counterparts = new Map<string, number>();
  const others = other && rootTypes(other.schema);
  for (const [root, type] of rootTypes(schema)) {
    if (!others || others.has(root)) add({ type, counterpart: others?.get(root), root, steps: 0 });
  }
  // Iteration over a Map includes entries that are added during it.
  for (const from of paths.values()) {
    const { type, root } = from;
    const steps = from.steps + 1;
    for (const field of fieldsOf(type)) {
      const named = getNamedType(field.type);
      const counterpart = fieldOf(from.counterpart, field.name);
      const theirs = counterpart && getNamedType(counterpart.type);
      const isSameKind = named.name === theirs?.name || (isCompositeType(named) && isCompositeType(theirs));
      if (!other || (counterpart && isSameKind && writer.fieldText(field, {}, counterpart) !== undefined))
        add({ type: named, counterpart: theirs, from, field, root, steps });
    }
    for (const each of fragmentTypes(type, schema)) {
      if (!other || canSpread(other.schema, each.name, from.counterpart?.name))
        add({ type: each, counterpart: other?.schema.getType(each.name), from, root, steps });
    }
  }
  return [...paths.values()];

  function add(path: OutputPath): void {
    const { name } = path.type;
    const key = `${name} ${path.counterpart?.name}`;
    if (paths.has(key)) return;
    if (path.counterpart && path.counterpart.name !== name) {
      const count = (counterparts.get(name) ?? 0) + 1;
      if (count > MOST_COUNTERPARTS) return;
      counterparts.set(name, count);
    }
    paths.set(key, path);
  }
}

/** Types on which a fragment can be spread in a selection of a type. */
function fragmentTypes(type: GraphQLNamedType, schema: GraphQLSchema): readonly GraphQLNamedType[] {
  const { isAbstractType, isObjectType } = graphqlLibrary();
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type, ...type.getInterfaces()] : [];
}

function findInputPaths(answered: readonly OutputPath[], other?: RevisedSchema): Map<string, InputPath> {
  const { getNamedType, isInputObjectType } = graphqlLibrary();
  const paths = new Map<string, InputPath>();
  for (const at of answered) {
    for (const field of fieldsOf(at.type)) {
      const counterpart = other && fieldOf(at.counterpart, field.name);
      if (other && !counterpart) continue;
      for (const argument of field.args) {
        const type = getNamedType(argument.type);
        if (paths.has(type.name)) continue;
        const alike = counterpart?.args.find(({ name }) => name === argument.name);
        if (!other || acceptsValuesOf(argument.type, alike?.type, other))
          paths.set(type.name, { type, argument, field, at });
      }
    }
  }
  for (const from of paths.values()) {
    if (!isInputObjectType(from.type)) continue;
    const counterpart = other && revisedType(other, from.type.name);
    for (const inputField of Object.values(from.type.getFields())) {
      const type = getNamedType(inputField.type);
      if (paths.has(type.name)) continue;
      const alike = isInputObjectType(counterpart) ? counterpart.getFields()[inputField.name] : undefined;
      if (other && !acceptsValuesOf(inputField.type, alike?.type, other)) continue;
      paths.set(type.name, { type, argument: from.argument, field: from.field, at: from.at, from, inputField });
    }
  }
  return paths;
}

/** Checks for the same named type in the same number of lists. */
function acceptsValuesOf(
  type: GraphQLInputType,
  counterpart: GraphQLInputType | undefined,
  { renamedTypes }: RevisedSchema,
): boolean {
  const [ours, theirs] = [type, counterpart].map((each) => String(each).replaceAll("!", ""));
  return ours?.replace(/\w+/, (name) => renamedTypes.get(name) ?? name) === theirs;
}

/** Checks that a fragment on the first type can be spread in a selection of the second. */
function canSpread(schema: GraphQLSchema, ...names: readonly [string, string | undefined]): boolean {
  const { doTypesOverlap, isCompositeType } = graphqlLibrary();
  const [type, owner] = names.map((name = "") => schema.getType(name));
  return isCompositeType(type) && isCompositeType(owner) && doTypesOverlap(schema, type, owner);
}
