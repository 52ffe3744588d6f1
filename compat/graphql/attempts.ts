import type { ProofAttempt, AttemptDraft } from "./proof-attempt.ts";
import type { OutputPath, InputPath } from "./schema-path.ts";
import type { GraphQLDirective, GraphQLInputObjectType, GraphQLInputType } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { fieldTypeAttempts, literalToJson, possibleTypeNames, responsePath } from "./field-type-attempts.ts";
import type { GraphqlDifference } from "./difference.ts";
import { type TypedPart, fieldOfType, fieldOf, fieldsOf, interfacesOf, partAt, rootTypes } from "./parts.ts";
import type { Schemas } from "./type-changes.ts";
import type { SchemaPaths } from "./schema-paths.ts";
import { type OperationWriter, createOperationWriter } from "./operation-writer.ts";

/** Operations that can prove a change, the simplest first. */
export function attemptsFor(found: GraphqlDifference, paths: SchemaPaths, schemas: Schemas): ProofAttempt[] {
  return draftAttempts(found, paths, schemas).flatMap(({ query, ...rest }) =>
    query === undefined ? [] : [{ query, ...rest }],
  );
}

function draftAttempts(found: GraphqlDifference, paths: SchemaPaths, schemas: Schemas): AttemptDraft[] {
  const { place } = found;
  const { root, type = "", directive, member = "", argument } = place;
  const { writer } = paths;
  if (root !== undefined) return rootAttempts(root, paths, schemas);
  if (directive !== undefined) return directiveAttempts(found, paths, schemas);
  const field = fieldOf(schemas.base.getType(type), member);
  const path = paths.outputs.get(type);
  if (argument !== undefined) {
    if (!path || !field) return [];
    return inputValueAttempts(partAt(schemas.base, place)?.typed, writer, (value, variable) =>
      writer.operationAt(path, writer.fieldSelection(field, { [argument]: value }), variable),
    );
  }
  const input = paths.inputs.get(type);
  switch (found.rule) {
    case "graphql-field-removed":
      return path && field ? [{ query: writer.operationAt(path, writer.fieldSelection(field, {})) }] : [];
    case "graphql-field-type-changed":
      return path && field ? fieldTypeAttempts(found, { path, writer }, field, schemas) : [];
    case "graphql-input-field-removed":
    case "graphql-input-field-added":
    case "graphql-input-field-type-changed":
    case "graphql-input-field-default-changed": {
      const owner = schemas.base.getType(type) as GraphQLInputObjectType;
      if (!input) return [];
      return inputValueAttempts(
        partAt(schemas.base, place)?.typed,
        writer,
        (value, variable) => writer.operationWithInput(input, writer.objectText(owner, { [member]: value }), variable),
        owner.isOneOf,
      );
    }
    case "graphql-one-of-added":
      return input ? oneOfAttempts(input, writer) : [];
    case "graphql-enum-value-removed":
      return input ? [{ query: writer.operationWithInput(input, member) }] : enumAttempts(found, paths);
    case "graphql-union-member-added":
      return path ? unexpectedTypeAttempts(path, member, writer) : [];
    case "graphql-interface-added":
      return possibleTypeNames(schemas.revision, type).includes(type)
        ? interfaceMemberAttempts([member], type, paths)
        : [];
    case "graphql-type-added":
      return interfaceMemberAttempts(interfacesOf(schemas.revision.getType(type)), type, paths);
    case "graphql-union-member-removed":
      return path ? [{ query: writer.operationAt(path, `... on ${member} { __typename }`) }] : [];
    case "graphql-interface-removed":
      return [
        ...(path ? [{ query: writer.operationAt(path, `... on ${member} { __typename }`) }] : []),
        ...interfaceFragmentAttempts(paths, member, type),
      ];
    default:
      return [
        ...(found.rule === "graphql-type-kind-changed"
          ? [...usageAttempts(schemas, type, paths), ...kindChangeAttempts(type, paths, schemas)]
          : []),
        // Operations rarely name the root type, so its fields come first.
        ...(path && !path.from ? selectionAttempts(path, writer) : []),
        ...(path ? [{ query: writer.operationAt(path, fragmentOn(type, path, writer)) }] : []),
        ...(input ? variableAttempts(input, writer, schemas) : []),
      ];
  }
}

/** A fragment on a type. The root of a subscription selects a field, because `__typename` is not allowed there. */
function fragmentOn(type: string, path: OutputPath, { fieldSelection: selected }: OperationWriter): string | undefined {
  const [field] = path.root === "subscription" && !path.from ? fieldsOf(path.type) : [];
  const inside = field ? selected(field, {}) : "__typename";
  return inside && `... on ${type} { ${inside} }`;
}

/** Input objects with no field, with all fields, and with one null field. `@oneOf` refuses all of them. */
function oneOfAttempts(path: InputPath, { operationWithInput: operationGiving }: OperationWriter): AttemptDraft[] {
  const { objectText, valueText } = createOperationWriter();
  const type = path.type as GraphQLInputObjectType;
  const fields = Object.values(type.getFields());
  const all = Object.fromEntries(fields.map((field) => [field.name, valueText(field.type)]));
  const texts = [objectText(type, {}), objectText(type, all), ...fields.map(({ name }) => `{${name}: null}`)];
  return texts.map((text) => ({ query: operationGiving(path, text) }));
}

/** Selections of single fields of a type, limited to the first 20. */
function selectionAttempts(
  path: OutputPath,
  { operationAt, fieldSelection: selected }: OperationWriter,
): AttemptDraft[] {
  return fieldsOf(path.type)
    .slice(0, 20)
    .map((field) => ({ query: operationAt(path, selected(field, {})) }));
}

/** Operations that use a type without naming it. */
function usageAttempts(
  { base }: Schemas,
  type: string,
  { outputs: answered, inputs: given, writer }: SchemaPaths,
): AttemptDraft[] {
  const path = answered.get(type);
  const input = given.get(type);
  return [
    ...(path ? [{ query: writer.operationTo(path) }] : []),
    ...(input
      ? [{ query: writer.operationWithInput(input, writer.valueText(base.getType(type) as GraphQLInputType)) }]
      : []),
  ];
}

/** Operations for a type of another kind: former selections, and values that only the revision returns. */
function kindChangeAttempts(
  owner: string,
  { outputs: answered, writer }: SchemaPaths,
  { base, revision }: Schemas,
): AttemptDraft[] {
  const { isEnumType, isScalarType } = graphqlLibrary();
  const path = answered.get(owner);
  if (!path) return [];
  const { type } = path;
  const [before, after] = [possibleTypeNames(base, type.name), possibleTypeNames(revision, type.name)];
  const hasOtherTypes = before.length > 0 && !after.some((name) => before.includes(name));
  // An enum has listed values; those of a custom scalar are not known.
  const leaves = [type, revision.getType(type.name)];
  const isScalarValueUnknown = leaves.some((leaf) => isEnumType(leaf)) && leaves.some((leaf) => isScalarType(leaf));
  return [
    ...selectionAttempts(path, writer),
    ...before.slice(0, 20).map((each) => ({ query: writer.operationAt(path, `... on ${each} { __typename }`) })),
    ...(hasOtherTypes ? after.slice(0, 1) : []).flatMap((name) => unexpectedTypeAttempts(path, name, writer)),
    ...(isScalarValueUnknown ? [{ query: writer.operationTo(path), unexpected: { at: responsePath(path) } }] : []),
  ];
}

/** Reads `__typename`, where the revision can return a type that the base could not. */
function unexpectedTypeAttempts(path: OutputPath, typeName: string, { operationAt }: OperationWriter): AttemptDraft[] {
  return [
    { query: operationAt(path, "__typename"), unexpected: { value: typeName, at: `${responsePath(path)}.__typename` } },
  ];
}

/** Declares a variable of the type. A non-null variable is valid for nullable inputs as well. */
function variableAttempts(
  path: InputPath,
  { operationWithInput: operationGiving, valueText }: OperationWriter,
  { base }: Schemas,
): AttemptDraft[] {
  const { type } = path;
  const value = valueText(base.getType(type.name) as GraphQLInputType);
  const query = operationGiving(path, "$value", `$value: ${type.name}!`);
  return [{ query, ...(value !== undefined && { variables: { value: literalToJson(value) } }) }];
}

/** The same for fields whose type is one of some interfaces. */
function interfaceMemberAttempts(
  names: readonly string[],
  value: string,
  { outputs: answered, writer }: SchemaPaths,
): AttemptDraft[] {
  return names.flatMap((name) => {
    for (const from of answered.values()) {
      const field = fieldOfType(from.type, name);
      const path = field && { type: from.type, from, field, root: from.root, steps: from.steps + 1 };
      if (path) return unexpectedTypeAttempts(path, value, writer);
    }
    return [];
  });
}

function interfaceFragmentAttempts(
  { outputs: answered, writer }: SchemaPaths,
  name: string,
  type: string,
): AttemptDraft[] {
  const path = answered.get(name);
  return path ? [{ query: writer.operationAt(path, `... on ${type} { __typename }`) }] : [];
}

/** Operations with a value, without one, with null, and with a variable of the type in the base. */
function inputValueAttempts(
  part: TypedPart | undefined,
  { valueText }: OperationWriter,
  write: (value: string | undefined, variable?: string) => string | undefined,
  isNeverNull = false,
): AttemptDraft[] {
  const without = { query: write(undefined) };
  if (!part) return [without];
  const value = valueText(part.type as GraphQLInputType);
  const variable = `$value: ${String(part.type)}${isNeverNull ? "!" : ""}`;
  return [
    ...(value === undefined ? [] : [{ query: write(value) }]),
    without,
    { query: write("null") },
    { query: write("$value", variable), ...(value !== undefined && { variables: { value: literalToJson(value) } }) },
  ];
}

/** Reads the enum, where the revision can return an added value in place of the removed one. */
function enumAttempts({ place, after }: GraphqlDifference, { outputs: answered, writer }: SchemaPaths): AttemptDraft[] {
  const path = answered.get(place.type ?? "");
  if (!path || after === undefined) return [];
  return [{ query: writer.operationTo(path), unexpected: { value: after, at: responsePath(path) } }];
}

function rootAttempts(root: string, { writer }: SchemaPaths, { base }: Schemas): AttemptDraft[] {
  const type = rootTypes(base).get(root);
  if (!type) return [];
  const path = { type, root, steps: 0 };
  return [
    ...selectionAttempts(path, writer),
    { query: writer.operationAt(path, "__typename") },
    { query: writer.operationAt(path, fragmentOn(type.name, path, writer)) },
  ];
}

/** Locations of directives in operations, with an operation for each. */
const executableLocations: Readonly<Record<string, (text: string) => string>> = {
  FIELD: (text) => `{ __typename ${text} }`,
  QUERY: (text) => `query ${text} { __typename }`,
  INLINE_FRAGMENT: (text) => `{ ... ${text} { __typename } }`,
  FRAGMENT_SPREAD: (text) => `{ ...Witness ${text} } fragment Witness on ROOT { __typename }`,
  FRAGMENT_DEFINITION: (text) => `{ ...Witness } fragment Witness on ROOT ${text} { __typename }`,
  VARIABLE_DEFINITION: (text) => `query Witness($value: Boolean = true ${text}) { __typename @include(if: $value) }`,
  MUTATION: (text) => `mutation ${text} { __typename }`,
  SUBSCRIPTION: (text) => `subscription ${text} { __typename }`,
};

function directiveAttempts(
  { place, rule }: GraphqlDifference,
  { writer }: SchemaPaths,
  { base }: Schemas,
): AttemptDraft[] {
  const directive = base.getDirective(place.directive ?? "") as GraphQLDirective;
  const { argument } = place;
  const once = writer.directiveText(directive, {});
  const texts =
    rule === "graphql-directive-repeatable-removed"
      ? [once && `${once} ${once}`]
      : argument === undefined
        ? [once]
        : inputValueAttempts(partAt(base, place)?.typed, writer, (value) =>
            writer.directiveText(directive, { [argument]: value }),
          ).map(({ query }) => query);
  const root = base.getQueryType()?.name ?? "Query";
  return (place.member === undefined ? directive.locations : [place.member]).flatMap((location) => {
    const writeOperation = executableLocations[location];
    return writeOperation ? texts.map((text) => ({ query: text && writeOperation(text).replace("ROOT", root) })) : [];
  });
}
