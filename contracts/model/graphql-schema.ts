import type { DocumentNode, GraphQLSchema } from "graphql";
import type { Contract, JsonObject } from "./contract.ts";
import { graphqlLibrary } from "./graphql-library.ts";
import { type SchemaFault, lineOf, mended, withoutUnknown } from "./graphql-mended.ts";

/** A schema, and what is wrong with the document that it was read from. */
interface ReadSchema {
  readonly schema: GraphQLSchema;
  /** The document, or where it is wrong what could be built of it. */
  readonly sdl: string;
  readonly faults: readonly SchemaFault[];
}

const built = new WeakMap<JsonObject, GraphQLSchema>();

/** The schema of a GraphQL contract: it is built once. */
export function graphqlSchemaOf({ document }: Contract): GraphQLSchema {
  let schema = built.get(document);
  if (!schema) built.set(document, (schema = graphqlLibrary().buildSchema(String(document["sdl"]))));
  return schema;
}

/** Keeps a schema for the document that was made of it. */
export function keepSchema(document: JsonObject, schema: GraphQLSchema): void {
  built.set(document, schema);
}

/**
 * Builds as much of a schema as can be.
 * @throws GraphQLError where it cannot be read, and whatever graphql-js throws where nothing can be built.
 */
export function readSchema(sdl: string): ReadSchema {
  const { Source, buildASTSchema, parse, printSchema } = graphqlLibrary();
  const source = new Source(sdl);
  const { document, faults } = mended(parse(source));
  // Every error of graphql-js counts the lines from the top of its source; the tokens know them.
  Object.assign(source, { body: "" });
  if (faults.length === 0) {
    try {
      const schema = buildASTSchema(document);
      return { schema, sdl, faults: faultsOf(schema) };
    } catch {
      // It is built without the rules, below.
    }
  }
  const schema = buildASTSchema(document, { assumeValidSDL: true });
  const all = [...faults, ...remainingFaults(withoutUnknown(document)), ...faultsOf(schema)];
  return { schema, sdl: printSchema(schema), faults: all.toSorted((one, other) => one.line - other.line) };
}

/** What graphql-js still says of a document: it names no place, so the first directive or part of the name is taken. */
function remainingFaults(document: DocumentNode): SchemaFault[] {
  const { buildASTSchema, visit } = graphqlLibrary();
  try {
    buildASTSchema(document);
    return [];
  } catch (cause) {
    const messages = (cause as Error).message.split("\n\n");
    const lines = new Map<string, number>();
    visit(document, {
      enter(node) {
        if (!("name" in node) || !node.name) return;
        const name = node.kind === "Directive" ? `@${node.name.value}` : node.name.value;
        if (!lines.has(name)) lines.set(name, lineOf(node));
      },
    });
    return messages.map((message) => {
      const names = [...message.matchAll(/"(@?\w+)"/g)].map(([, name]) => name as string);
      const told =
        names.find((name) => name.startsWith("@") && lines.has(name)) ?? names.find((name) => lines.has(name));
      return { message: message.replace(/\.$/, ""), line: lines.get(told ?? "") ?? 1 };
    });
  }
}

/** What a schema that can be built has against the specification: no query, say, or a type without fields. */
function faultsOf(schema: GraphQLSchema): SchemaFault[] {
  const { validateSchema } = graphqlLibrary();
  try {
    return validateSchema(schema).map(({ message, nodes }) => ({
      message: message.replace(/\.$/, ""),
      line: lineOf(nodes?.[0]),
    }));
  } catch (cause) {
    // Types that hold each other are followed by recursion: a chain of thousands is too deep for it.
    return [{ message: `It cannot be validated: ${(cause as Error).message}`, line: 1 }];
  }
}
