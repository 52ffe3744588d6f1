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
import { graphqlNameOf } from "../sources/api-name.ts";
import { parserErrorMessage } from "../parsing/bounds.ts";
import type { Draft } from "../openapi/draft.ts";
import { ToolError } from "../model/error.ts";
import { graphqlLibrary } from "../parsing/graphql-library.ts";
import { keepSchema, readSchema } from "./schema.ts";
import { type FileCache, createFileCache } from "../sources/file-cache.ts";
import { locateIn } from "../parsing/origins.ts";

/** Those that graphql-js adds of its own accord, such as specifiedBy, say nothing of the schema. */
const everySchemaHas = ["deprecated", "include", "skip"];

/** What the last lines of a description may be, or end with, from the last one up. */
const markers = [/(?<name>x-spec|x-assumed): *(?<value>.+)/, /(?<name>x-state): *(?<value>.+)/];

/** The same for the days of what is to go. */
const lifeMarkers = ["x-sunset", "x-deprecated", "x-sunset"].map(
  (name) => new RegExp(`^(?<name>${name}):(?<value>.*)`),
);

type Library = typeof graphql;

/**
 * Reads a GraphQL schema; what of it cannot be built is passed over, and told in `problems`. Its `document` is the schema
 * as plain data: `sdl`, the root types, `types` and `directives` by name, with the markers that their descriptions end
 * with ("x-spec: 2.7").
 * @throws ToolError "unreadable-document" where it is no schema.
 */
export async function readGraphql(file: string, fileCache: FileCache = createFileCache()): Promise<Draft> {
  const { files } = fileCache;
  const name = files.canonicalName(file);
  const text = await read(file, () => fileCache.readBytes(name, files.defaultRoot(name)));
  const { document, schema, faults } = await fileCache.compute(() => {
    const found = schemaIn(text, file);
    const info = { title: `${titleOf(file)} GraphQL schema`, version: "1" };
    return { ...found, document: { info, ...documentOf(found.schema, found.sdl, graphqlLibrary()) } };
  });
  keepSchema(document, schema);
  const origins = { file: name, parts: {}, ...(files.textOf && { textOf: files.textOf.bind(files) }) };
  const root = locateIn(origins, "").file;
  return {
    kind: "graphql",
    api: graphqlNameOf(file),
    file,
    document,
    origins,
    problems: faults.map(({ message, line, isLost }) => ({
      code: "invalid-schema",
      message,
      at: { file: root, line, pointer: "" },
      ...(isLost && { isLost }),
    })),
  };
}

async function read(file: string, readBytes: () => Promise<Uint8Array>): Promise<string> {
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

function schemaIn(sdl: string, file: string): ReturnType<typeof readSchema> {
  try {
    return readSchema(sdl);
  } catch (cause) {
    const line = cause instanceof graphqlLibrary().GraphQLError ? cause.locations?.[0]?.line : undefined;
    throw new ToolError("unreadable-document", `Cannot read "${file}": ${parserErrorMessage(cause as Error)}`, {
      at: { file, ...(line !== undefined && { line }) },
      hint: "It must be a GraphQL schema in the schema definition language",
      cause,
    });
  }
}

function documentOf(schema: GraphQLSchema, sdl: string, library: Library): JsonObject {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !library.isIntrospectionType(type) && !library.isSpecifiedScalarType(type),
  );
  const directives = schema.getDirectives().filter(({ name, astNode }) => astNode || everySchemaHas.includes(name));
  const roots = [
    ["query", schema.getQueryType()],
    ["mutation", schema.getMutationType()],
    ["subscription", schema.getSubscriptionType()],
  ] as const;
  return {
    ...described(schema.description),
    ...Object.fromEntries(roots.flatMap(([kind, type]) => (type ? [[kind, type.name]] : []))),
    types: Object.fromEntries(types.map((type) => [type.name, typeOf(type, library)])),
    directives: Object.fromEntries(directives.map((each) => [each.name, directiveOf(each, library)])),
    sdl,
  };
}

function typeOf(type: GraphQLNamedType, library: Library): JsonObject {
  // GraphQL has no directive that deprecates a type: the marker does.
  const base = { kind: type.astNode?.kind ?? "", ...toldOf({ description: type.description }) };
  if (library.isEnumType(type)) {
    const values = type.getValues().map((value) => [value.name, toldOf(value)] as const);
    return { ...base, values: Object.fromEntries(values) };
  }
  if (library.isUnionType(type)) return { ...base, members: type.getTypes().map(({ name }) => name) };
  if (!library.isObjectType(type) && !library.isInterfaceType(type) && !library.isInputObjectType(type)) return base;
  const fields: readonly (GraphQLField<unknown, unknown> | GraphQLInputField)[] = Object.values(type.getFields());
  return { ...base, fields: Object.fromEntries(fields.map((field) => [field.name, fieldOf(field)])) };
}

function fieldOf(field: GraphQLField<unknown, unknown> | GraphQLInputField): JsonObject {
  return {
    type: String(field.type),
    ...("args" in field && field.args.length > 0 && { arguments: argumentsOf(field.args) }),
    ...toldOf(field),
  };
}

/** What is said of a part that may be deprecated: the directive knows no day, the marker x-deprecated does. */
function toldOf({ description, deprecationReason: reason }: Deprecable): JsonObject {
  const told = described(description, [...markers, ...lifeMarkers]);
  const { "x-deprecated": date } = told;
  if (typeof reason !== "string") return date === undefined ? told : { ...told, "x-deprecated": { date } };
  return { ...told, deprecated: true, "x-deprecated": { reason, ...(date !== undefined && { date }) } };
}

interface Deprecable {
  readonly description: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}

function directiveOf({ description, args, locations, name }: GraphQLDirective, library: Library): JsonObject {
  return {
    ...described(description),
    locations: [...locations],
    ...(args.length > 0 && { arguments: argumentsOf(args) }),
    ...(library.specifiedDirectives.some((each) => each.name === name) && { builtIn: true }),
  };
}

function argumentsOf(all: readonly GraphQLArgument[]): JsonObject {
  return Object.fromEntries(all.map((each) => [each.name, { type: String(each.type), ...toldOf(each) }]));
}

/** A description, and the markers that its last lines may be: where it is kept ("x-state"), and what states it. */
function described(description: string | null | undefined, known: readonly RegExp[] = markers): JsonObject {
  const marks: Record<string, Json> = {};
  let text = (description ?? "").trim();
  for (const marker of known) {
    const line = text.split(/[\n\r\u2028\u2029]/).at(-1) ?? "";
    const found = marker.exec(line);
    if (!found) continue;
    const { name = "", value = "" } = found.groups ?? {};
    marks[name] = value.trim();
    text = text.slice(0, text.length - line.length + found.index).trim();
  }
  return { ...(text !== "" && { description: text }), ...marks };
}

function titleOf(file: string): string {
  const name = graphqlNameOf(file).replace(/-graphql$/, "");
  return name.charAt(0).toUpperCase() + name.slice(1);
}
