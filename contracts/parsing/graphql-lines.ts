import type { ASTNode, DefinitionNode } from "graphql";
import { graphqlLibrary } from "./graphql-library.ts";
import { graphqlNodeLine } from "./graphql-mended.ts";

/** A node, and what it holds by the names that the document has for it: `fields`, `values` and `arguments`. */
type Holder = ASTNode & { readonly name?: { readonly value: string } } & Readonly<
    Record<string, readonly Holder[] | undefined>
  >;

/** Finds the line of a part of a GraphQL schema, or of the nearest that it is in, by the tokens of its pointer in the document. */
export function createGraphqlLineFinder(text: string): (tokens: readonly string[]) => number {
  const definitions = definitionsIn(text);
  return ([section, name, ...inside]) => {
    let found = named(
      definitions.filter(({ kind }) => (kind === "DirectiveDefinition") === (section === "directives")),
      name,
    );
    let line = graphqlNodeLine(found[0]);
    for (let [kind = "", member, ...rest] = inside; member !== undefined; [kind = "", member, ...rest] = rest) {
      found = named(
        found.flatMap((node) => node[kind] ?? []),
        member,
      );
      if (found.length === 0) break;
      line = graphqlNodeLine(found[0]);
    }
    return line;
  };
}

function named(nodes: readonly Holder[], name: string | undefined): readonly Holder[] {
  return nodes.filter((node) => node.name?.value === name);
}

/** Definitions before what extends them; none of a text that is no schema any more. */
function definitionsIn(text: string): readonly Holder[] {
  const { isTypeExtensionNode, parse } = graphqlLibrary();
  try {
    const { definitions } = parse(text);
    const isExtension = (node: DefinitionNode): number => Number(isTypeExtensionNode(node));
    return definitions.toSorted((one, other) => isExtension(one) - isExtension(other)) as unknown as readonly Holder[];
  } catch {
    return [];
  }
}
