import type { JsonObject } from "../model/json.ts";
import type { DocumentNode, GraphQLSchema } from "graphql";
import type { Contract } from "../model/contract.ts";
import { graphqlLibrary } from "../parsing/graphql-library.ts";
import { shortenText } from "../text/shortened.ts";
import {
  type SchemaFault,
  graphqlNodeLine,
  repairGraphql,
  withoutUndefinedDirectives,
} from "../parsing/graphql-repair.ts";

/** Schema, and the faults of its document. */
interface BuiltSchema {
  readonly schema: GraphQLSchema;
  /** Source text, or the printed schema if the document has faults. */
  readonly sdl: string;
  readonly faults: readonly SchemaFault[];
}

/** Maximum number of tokens: more than twice as many as in the largest published schemas. */
const MAX_TOKENS = 1_000_000;

/** Maximum number of interface fields, counted for each implementing type, because graphql-js compares them all. */
const MAX_IMPLEMENTED_FIELDS = 200_000;

const schemasByDocument = new WeakMap<JsonObject, GraphQLSchema>();

/** Returns the schema of a GraphQL contract. It is built once. */
export function getGraphqlSchema({ document }: Contract): GraphQLSchema {
  let schema = schemasByDocument.get(document);
  if (!schema) schemasByDocument.set(document, (schema = graphqlLibrary().buildSchema(String(document["sdl"]))));
  return schema;
}

/** Caches the schema of a document. */
export function cacheGraphqlSchema(document: JsonObject, schema: GraphQLSchema): void {
  schemasByDocument.set(document, schema);
}

/**
 * Builds a schema without the parts that have faults.
 * @throws GraphQLError for a syntax error, Error if the schema is too large, and errors of graphql-js if nothing can be
 *   built.
 */
export function buildGraphqlSchema(sdl: string): BuiltSchema {
  const { Source, buildASTSchema, parse, printSchema } = graphqlLibrary();
  const source = new Source(sdl);
  const { document, faults } = repairGraphql(parse(source, { maxTokens: MAX_TOKENS }));
  checkInterfaceSize(document);
  // An empty source makes errors of graphql-js cheap: each would count its line from the start. Tokens have the lines.
  Object.assign(source, { body: "" });
  if (faults.length === 0) {
    try {
      const schema = buildASTSchema(document);
      return { schema, sdl, faults: validationFaults(schema) };
    } catch {
      // The schema is built below without the validation rules.
    }
  }
  const schema = buildASTSchema(document, { assumeValidSDL: true });
  const allFaults = [...faults, ...remainingFaults(withoutUndefinedDirectives(document)), ...validationFaults(schema)];
  return { schema, sdl: printSchema(schema), faults: allFaults.toSorted((one, other) => one.line - other.line) };
}

function checkInterfaceSize(document: DocumentNode): void {
  const fieldCounts = new Map<string, number>();
  const implementingTypes: { readonly name: string; readonly interfaces: readonly string[] }[] = [];
  for (const node of document.definitions) {
    if (!("interfaces" in node)) continue;
    const name = node.name.value;
    implementingTypes.push({ name, interfaces: node.interfaces?.map((each) => each.name.value) ?? [] });
    if (node.kind === "InterfaceTypeDefinition" || node.kind === "InterfaceTypeExtension")
      fieldCounts.set(
        name,
        (node.fields ?? []).reduce(
          (sum, { arguments: own }) => sum + 1 + (own?.length ?? 0),
          fieldCounts.get(name) ?? 1,
        ),
      );
  }
  let implemented = 0;
  for (const { name, interfaces } of implementingTypes) {
    for (const each of interfaces) implemented += fieldCounts.get(each) ?? 1;
    if (implemented > MAX_IMPLEMENTED_FIELDS)
      throw new Error(
        `its types up to "${shortenText(name)}" implement interfaces of more than ${MAX_IMPLEMENTED_FIELDS} fields together`,
      );
  }
}

/** Returns the remaining faults. graphql-js gives no location, so the first part that the message names is used. */
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
      const namedPart =
        names.find((name) => name.startsWith("@") && lines.has(name)) ?? names.find((name) => lines.has(name));
      return { message: message.replace(/\.$/, ""), line: lines.get(namedPart ?? "") ?? 1 };
    });
  }
}

/** Returns violations of the GraphQL specification, such as a missing query type or a type without fields. */
function validationFaults(schema: GraphQLSchema): SchemaFault[] {
  const { validateSchema } = graphqlLibrary();
  try {
    return validateSchema(schema).map(({ message, nodes }) => ({
      message: message.replace(/\.$/, ""),
      line: graphqlNodeLine(nodes?.[0]),
    }));
  } catch (cause) {
    // graphql-js validates nested types recursively, so a chain of thousands overflows the stack.
    return [{ message: `The schema cannot be validated: ${(cause as Error).message}`, line: 1 }];
  }
}
