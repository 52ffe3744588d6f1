import type { ASTNode, DefinitionNode } from "graphql";
import { graphqlLibrary } from "./graphql-library.ts";
import { graphqlNodeLine } from "./graphql-repair.ts";

/** Node of a GraphQL syntax tree with its lists of child nodes, such as `fields`, `values` and `arguments`. */
type GraphqlNode = ASTNode & { readonly name?: { readonly value: string } } & Readonly<
    Record<string, readonly GraphqlNode[] | undefined>
  >;

/** Creates a function that returns the line for the tokens of a pointer. Without a match, the nearest parent counts. */
export function createGraphqlLineFinder(text: string): (tokens: readonly string[]) => number {
  const definitions = parseDefinitions(text);
  return ([section, name, ...inside]) => {
    let nodes = nodesNamed(
      definitions.filter(({ kind }) => (kind === "DirectiveDefinition") === (section === "directives")),
      name,
    );
    let line = graphqlNodeLine(nodes[0]);
    for (let [kind = "", member, ...rest] = inside; member !== undefined; [kind = "", member, ...rest] = rest) {
      nodes = nodesNamed(
        nodes.flatMap((node) => node[kind] ?? []),
        member,
      );
      if (nodes.length === 0) break;
      line = graphqlNodeLine(nodes[0]);
    }
    return line;
  };
}

function nodesNamed(nodes: readonly GraphqlNode[], name: string | undefined): readonly GraphqlNode[] {
  return nodes.filter((node) => node.name?.value === name);
}

/** Returns all definitions, those of types before their extensions. Returns none if the text is not a schema. */
function parseDefinitions(text: string): readonly GraphqlNode[] {
  const { isTypeExtensionNode, parse } = graphqlLibrary();
  try {
    const { definitions } = parse(text);
    const isExtension = (node: DefinitionNode): number => Number(isTypeExtensionNode(node));
    return definitions.toSorted(
      (one, other) => isExtension(one) - isExtension(other),
    ) as unknown as readonly GraphqlNode[];
  } catch {
    return [];
  }
}
