import type { JsonObject } from "../model/json.ts";
import type { DocumentNode, GraphQLSchema } from "graphql";
import type { Contract } from "../model/contract.ts";
import { graphqlLibrary } from "../parsing/graphql-library.ts";
import { shortened } from "../text/shortened.ts";
import {
  type SchemaFault,
  graphqlNodeLine,
  repairGraphql,
  withoutUndefinedDirectives,
} from "../parsing/graphql-repair.ts";

/** A schema, and what is wrong with the document that it was read from. */
interface ReadSchema {
  readonly schema: GraphQLSchema;
  /** The document, or where it is wrong what could be built of it. */
  readonly sdl: string;
  readonly faults: readonly SchemaFault[];
}

/** More than twice as many as in the largest published schemas. */
const MAX_TOKENS = 1_000_000;

/** Fields of interfaces, each once for each type that implements it: graphql-js compares them all. */
const MAX_IMPLEMENTED = 200_000;

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
 * @throws GraphQLError where it cannot be read, Error where it is too large, and whatever graphql-js throws where nothing can be built.
 */
export function readSchema(sdl: string): ReadSchema {
  const { Source, buildASTSchema, parse, printSchema } = graphqlLibrary();
  const source = new Source(sdl);
  const { document, faults } = repairGraphql(parse(source, { maxTokens: MAX_TOKENS }));
  checkImplemented(document);
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
  const all = [...faults, ...remainingFaults(withoutUndefinedDirectives(document)), ...faultsOf(schema)];
  return { schema, sdl: printSchema(schema), faults: all.toSorted((one, other) => one.line - other.line) };
}

function checkImplemented(document: DocumentNode): void {
  const fields = new Map<string, number>();
  const sizes: { readonly name: string; readonly interfaces: readonly string[] }[] = [];
  for (const node of document.definitions) {
    if (!("interfaces" in node)) continue;
    const name = node.name.value;
    sizes.push({ name, interfaces: node.interfaces?.map((each) => each.name.value) ?? [] });
    if (node.kind === "InterfaceTypeDefinition" || node.kind === "InterfaceTypeExtension")
      fields.set(
        name,
        (node.fields ?? []).reduce((sum, { arguments: own }) => sum + 1 + (own?.length ?? 0), fields.get(name) ?? 1),
      );
  }
  let implemented = 0;
  for (const { name, interfaces } of sizes) {
    for (const each of interfaces) implemented += fields.get(each) ?? 1;
    if (implemented > MAX_IMPLEMENTED)
      throw new Error(
        `its types up to "${shortened(name)}" implement interfaces of more than ${MAX_IMPLEMENTED} fields together`,
      );
  }
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
        if (!lines.has(name)) lines.set(name, graphqlNodeLine(node));
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
      line: graphqlNodeLine(nodes?.[0]),
    }));
  } catch (cause) {
    // Types that hold each other are followed by recursion: a chain of thousands is too deep for it.
    return [{ message: `It cannot be validated: ${(cause as Error).message}`, line: 1 }];
  }
}
