import { omitUndefined } from "../model/omit-undefined.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type * as graphql from "graphql";
import type {
  GraphQLArgument,
  GraphQLDirective,
  GraphQLField,
  GraphQLInputField,
  GraphQLNamedType,
  GraphQLSchema,
} from "graphql";
import { nameGraphqlApi } from "../sources/api-name.ts";
import { parserErrorMessage } from "../parsing/bounds.ts";
import type { Draft } from "../openapi/draft.ts";
import { ToolError } from "../model/error.ts";
import { graphqlLibrary } from "../parsing/graphql-library.ts";
import type { SchemaFault } from "../parsing/graphql-repair.ts";
import { cacheGraphqlSchema, buildGraphqlSchema } from "./schema.ts";
import { type FileCache, createFileCache } from "../sources/file-cache.ts";
import { locateSource } from "../parsing/origins.ts";

/** Standard directives that are part of the document. The others, such as specifiedBy, say nothing about the schema. */
const shownStandardDirectives = ["deprecated", "include", "skip"];

/** Markers in the last lines of a description, in order from the last line up. */
const descriptionMarkers = [/(?<name>x-spec|x-assumed): *(?<value>.+)/, /(?<name>x-state): *(?<value>.+)/];

/** Markers for deprecation dates, from the last line up. `x-sunset` may stand before or after `x-deprecated`. */
const lifecycleMarkers = ["x-sunset", "x-deprecated", "x-sunset"].map(
  (name) => new RegExp(`^(?<name>${name}):(?<value>.*)`),
);

type GraphqlLibrary = typeof graphql;

/**
 * Reads a GraphQL schema. Parts that cannot be built are skipped and reported in `problems`. The `document` is the schema
 * as plain data: `sdl`, the root types, and `types` and `directives` by name. Markers at the end of descriptions
 * ("x-spec: 2.7") are separate members.
 * @throws ToolError "unreadable-document" if the file is not a schema.
 */
export async function readGraphql(file: string, fileCache: FileCache = createFileCache()): Promise<Draft> {
  const { files } = fileCache;
  const name = files.canonicalName(file);
  const text = await readTextOrThrow(file, () => fileCache.readBytes(name, files.defaultRoot(name)));
  const { document, schema, faults } = await fileCache.compute(() => {
    const built = buildSchemaOrThrow(text, file);
    const info = { title: `${schemaTitle(file)} GraphQL schema`, version: "1" };
    return { ...built, document: { info, ...graphqlDocument(built.schema, built.sdl, graphqlLibrary()) } };
  });
  cacheGraphqlSchema(document, schema);
  const origins = { file: name, parts: {}, ...(files.textOf && { textOf: files.textOf.bind(files) }) };
  const root = locateSource(origins, "").file;
  return {
    kind: "graphql",
    api: nameGraphqlApi(file),
    file,
    document,
    origins,
    problems: distinctFaults(faults).map(({ message, line, isLost }) => ({
      code: "invalid-schema",
      message,
      at: { file: root, line, pointer: "" },
      ...(isLost && { isLost }),
    })),
  };
}

/** Removes faults that repeat another one of the same line. */
function distinctFaults(faults: readonly SchemaFault[]): SchemaFault[] {
  return [...new Map(faults.map((fault) => [`${fault.line} ${fault.message}`, fault])).values()];
}

async function readTextOrThrow(file: string, readBytes: () => Promise<Uint8Array>): Promise<string> {
  try {
    return new TextDecoder().decode(await readBytes());
  } catch (cause) {
    if (cause instanceof ToolError) throw cause;
    throw new ToolError("unreadable-document", `Cannot read "${file}": ${(cause as Error).message}`, {
      at: { file },
      cause,
    });
  }
}

function buildSchemaOrThrow(sdl: string, file: string): ReturnType<typeof buildGraphqlSchema> {
  try {
    return buildGraphqlSchema(sdl);
  } catch (cause) {
    const line = cause instanceof graphqlLibrary().GraphQLError ? cause.locations?.[0]?.line : undefined;
    throw new ToolError("unreadable-document", `Cannot read "${file}": ${parserErrorMessage(cause as Error)}`, {
      at: omitUndefined({ file, line }),
      hint: "It must be a GraphQL schema in the schema definition language",
      cause,
    });
  }
}

function graphqlDocument(schema: GraphQLSchema, sdl: string, library: GraphqlLibrary): JsonObject {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !library.isIntrospectionType(type) && !library.isSpecifiedScalarType(type),
  );
  const directives = schema
    .getDirectives()
    .filter(({ name, astNode }) => astNode || shownStandardDirectives.includes(name));
  const roots = [
    ["query", schema.getQueryType()],
    ["mutation", schema.getMutationType()],
    ["subscription", schema.getSubscriptionType()],
  ] as const;
  return {
    ...descriptionAndMarkers(schema.description),
    ...Object.fromEntries(roots.flatMap(([kind, type]) => (type ? [[kind, type.name]] : []))),
    types: Object.fromEntries(types.map((type) => [type.name, typeObject(type, library)])),
    directives: Object.fromEntries(directives.map((each) => [each.name, directiveObject(each, library)])),
    sdl,
  };
}

function typeObject(type: GraphQLNamedType, library: GraphqlLibrary): JsonObject {
  // GraphQL cannot deprecate a type by directive, so a marker does.
  const typeFields = { kind: type.astNode?.kind ?? "", ...describedPart({ description: type.description }) };
  if (library.isEnumType(type)) {
    const values = type.getValues().map((value) => [value.name, describedPart(value)] as const);
    return { ...typeFields, values: Object.fromEntries(values) };
  }
  if (library.isUnionType(type)) return { ...typeFields, members: type.getTypes().map(({ name }) => name) };
  if (!library.isObjectType(type) && !library.isInterfaceType(type) && !library.isInputObjectType(type))
    return typeFields;
  const fields: readonly (GraphQLField<unknown, unknown> | GraphQLInputField)[] = Object.values(type.getFields());
  return { ...typeFields, fields: Object.fromEntries(fields.map((field) => [field.name, fieldObject(field)])) };
}

function fieldObject(field: GraphQLField<unknown, unknown> | GraphQLInputField): JsonObject {
  return {
    type: String(field.type),
    ...("args" in field && field.args.length > 0 && { arguments: argumentObjects(field.args) }),
    ...describedPart(field),
  };
}

/** Returns description, markers and deprecation. The directive has no date, so the date comes from x-deprecated. */
function describedPart({ description, deprecationReason: reason }: DeprecablePart): JsonObject {
  const fields = descriptionAndMarkers(description, [...descriptionMarkers, ...lifecycleMarkers]);
  const { "x-deprecated": date } = fields;
  if (typeof reason !== "string") {
    if (date === undefined) return fields;
    return { ...fields, "x-deprecated": { date } };
  }
  return { ...fields, deprecated: true, "x-deprecated": omitUndefined({ reason, date }) };
}

interface DeprecablePart {
  readonly description: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}

function directiveObject(
  { description, args, locations, name }: GraphQLDirective,
  library: GraphqlLibrary,
): JsonObject {
  return {
    ...descriptionAndMarkers(description),
    locations: [...locations],
    ...(args.length > 0 && { arguments: argumentObjects(args) }),
    ...(library.specifiedDirectives.some((each) => each.name === name) && { builtIn: true }),
  };
}

function argumentObjects(all: readonly GraphQLArgument[]): JsonObject {
  return Object.fromEntries(all.map((each) => [each.name, { type: String(each.type), ...describedPart(each) }]));
}

/** Splits a description into its text and the markers in its last lines. */
function descriptionAndMarkers(
  description: string | null | undefined,
  expectedMarkers: readonly RegExp[] = descriptionMarkers,
): JsonObject {
  const foundMarkers: Record<string, Json> = {};
  let text = (description ?? "").trim();
  for (const marker of expectedMarkers) {
    const line = text.split(/[\n\r\u2028\u2029]/).at(-1) ?? "";
    const match = marker.exec(line);
    if (!match) continue;
    const { name = "", value = "" } = match.groups ?? {};
    foundMarkers[name] = value.trim();
    text = text.slice(0, text.length - line.length + match.index).trim();
  }
  return { ...(text !== "" && { description: text }), ...foundMarkers };
}

function schemaTitle(file: string): string {
  const name = nameGraphqlApi(file).replace(/-graphql$/, "");
  return name.charAt(0).toUpperCase() + name.slice(1);
}
