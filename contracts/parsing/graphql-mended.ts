import type { ASTNode, DefinitionNode, DirectiveNode, DocumentNode, TypeDefinitionNode } from "graphql";
import { graphqlLibrary } from "./graphql-library.ts";

/** Something that graphql-js cannot build, and where it stands. */
export interface SchemaFault {
  readonly message: string;
  readonly line: number;
  /** Whether a part of the document was left out for it. */
  readonly isLost?: boolean;
}

/** Types that every schema has. */
const everySchemaHas = ["Int", "Float", "String", "Boolean", "ID"];

type Named = ASTNode & { readonly name?: { readonly value: string } };

/**
 * A document as graphql-js can build it: of what is defined twice the first stays, what is extended and defined nowhere
 * is defined by its first extension, a type that nothing defines becomes a scalar, and a directive that is given what it
 * does not take goes. One that nothing defines stays where it stands: what it means, others know.
 */
export function mended(document: DocumentNode): { readonly document: DocumentNode; readonly faults: SchemaFault[] } {
  const { Kind, visit, isTypeDefinitionNode, isTypeExtensionNode, specifiedDirectives, getDirectiveValues } =
    graphqlLibrary();
  const faults: SchemaFault[] = [];
  const defined = new Map(
    document.definitions.filter(isTypeDefinitionNode).map((node) => [node.name.value, node.kind as string]),
  );
  const standard = new Map(specifiedDirectives.map((directive) => [directive.name, directive]));
  const directives = directivesOf(document);
  const undefinedTypes = new Map<string, ASTNode>();
  /** What is defined of each type so far, in its definition and its extensions. */
  const members = new Map<string, Set<string>>();
  const known = new Set<string>();

  const definitions = document.definitions
    .map(asDefined)
    .filter(isUsable)
    .map((definition) => withoutTwins(definition));
  for (const [name, node] of undefinedTypes) lose(node, `Type "${name}" is not defined: it is taken for a scalar`);
  const scalars = [...undefinedTypes.keys()].map((name): DefinitionNode => {
    return { kind: Kind.SCALAR_TYPE_DEFINITION, name: { kind: Kind.NAME, value: name } };
  });
  return { document: { kind: Kind.DOCUMENT, definitions: [...definitions, ...scalars] }, faults };

  /** A subgraph, or a module of a schema, extends what others define. */
  function asDefined(node: DefinitionNode): DefinitionNode {
    if (!isTypeExtensionNode(node)) return node;
    const { value } = node.name;
    if (defined.has(value) || everySchemaHas.includes(value)) return node;
    const kind = definitionOf(node);
    defined.set(value, kind);
    report(node, `Type "${value}" is extended and not defined: its first extension is taken for its definition`);
    return { ...node, kind } as TypeDefinitionNode;
  }

  function isUsable(node: DefinitionNode): boolean {
    if (isTypeExtensionNode(node)) {
      const kind = defined.get(node.name.value);
      const own = definitionOf(node);
      if (kind === own) return true;
      const reason = kind === undefined ? "every schema has it" : `it is no ${own.replace("TypeDefinition", "")}`;
      return lose(node, `Type "${node.name.value}" cannot be extended: ${reason}`);
    }
    if (isTypeDefinitionNode(node)) return isFirst(known, `type ${node.name.value}`, node, `Type "${node.name.value}"`);
    if (node.kind === Kind.DIRECTIVE_DEFINITION)
      return isFirst(known, `@${node.name.value}`, node, `Directive "@${node.name.value}"`);
    if (node.kind === Kind.SCHEMA_DEFINITION) return isFirst(known, "schema", node, "The schema");
    if (node.kind === Kind.SCHEMA_EXTENSION || (node.kind as string) === "DirectiveExtension") return true;
    return report(node, "What can be executed is no part of a schema");
  }

  function withoutTwins(definition: DefinitionNode): DefinitionNode {
    const owner = (definition as Named).name?.value ?? "schema";
    const place = `${definition.kind.replace(/Extension|Definition/, "")} ${owner}`;
    let own = members.get(place);
    if (!own) members.set(place, (own = new Set()));
    let field = "";
    const taken = own;
    return visit(definition, {
      enter(node) {
        if (node.kind === Kind.DIRECTIVE) return directives.has(node.name.value) ? asReadable(node) : unknown(node);
        if (node.kind === Kind.NAMED_TYPE) return definedAt(node, node.name.value);
        if (node.kind === Kind.OPERATION_TYPE_DEFINITION) {
          const root = node.type.name.value;
          return defined.get(root) === Kind.OBJECT_TYPE_DEFINITION
            ? keptIf(isFirst(taken, node.operation, node, `The root of each ${node.operation}`))
            : keptIf(lose(node, `"${root}" cannot be the root of each ${node.operation}: it is no object type`));
        }
        if (node.kind === Kind.FIELD_DEFINITION) field = node.name.value;
        if (node.kind === Kind.FIELD_DEFINITION || node.kind === Kind.ENUM_VALUE_DEFINITION)
          return keptIf(isFirst(taken, node.name.value, node, `"${owner}.${node.name.value}"`));
        if (node.kind !== Kind.INPUT_VALUE_DEFINITION) return undefined;
        const at = field === "" ? node.name.value : `${field}(${node.name.value}:)`;
        return keptIf(isFirst(taken, at, node, `"${owner}.${at}"`));
      },
    });
  }

  function unknown(node: DirectiveNode): undefined {
    report(node, `Directive "@${node.name.value}" is not defined: what it means is not known`);
  }

  /** graphql-js reads what it knows the meaning of, and refuses the schema where it cannot. */
  function asReadable(node: DirectiveNode): DirectiveNode | null | undefined {
    if (isReadable(node)) return undefined;
    const bare = { ...node, arguments: [] };
    const what = isReadable(bare) ? "what it is given is" : "it is";
    lose(node, `Directive "@${node.name.value}" cannot be read: ${what} left out`);
    return isReadable(bare) ? bare : null;
  }

  function isReadable(node: DirectiveNode): boolean {
    const directive = standard.get(node.name.value);
    try {
      if (directive) getDirectiveValues(directive, { directives: [node] });
      return true;
    } catch {
      return false;
    }
  }

  function definedAt(node: ASTNode, name: string): undefined {
    if (!defined.has(name) && !everySchemaHas.includes(name) && !undefinedTypes.has(name))
      undefinedTypes.set(name, node);
    return undefined;
  }

  function isFirst(seen: Set<string>, key: string, node: ASTNode, subject: string): boolean {
    if (seen.has(key)) return lose(node, `${subject} is defined more than once: the first counts`);
    seen.add(key);
    return true;
  }

  function report(node: ASTNode, message: string): false {
    faults.push({ message, line: graphqlNodeLine(node) });
    return false;
  }

  function lose(node: ASTNode, message: string): false {
    faults.push({ message, line: graphqlNodeLine(node), isLost: true });
    return false;
  }
}

/** A document without the directives that nothing defines, for who asks what else is wrong with it. */
export function withoutUnknown(document: DocumentNode): DocumentNode {
  const directives = directivesOf(document);
  return graphqlLibrary().visit(document, { Directive: ({ name }) => keptIf(directives.has(name.value)) });
}

/** The names of the directives that a document defines, and of those that every schema has. */
function directivesOf({ definitions }: DocumentNode): ReadonlySet<string> {
  const { Kind, specifiedDirectives } = graphqlLibrary();
  const own = definitions.flatMap((node) => (node.kind === Kind.DIRECTIVE_DEFINITION ? [node.name.value] : []));
  return new Set([...specifiedDirectives.map(({ name }) => name), ...own]);
}

/** The kind of node that defines what a node extends. */
function definitionOf({ kind }: ASTNode): string {
  return kind.replace("Extension", "Definition");
}

/** For `visit`: a node stays as it is, or is taken out. */
function keptIf(stays: boolean): undefined | null {
  return stays ? undefined : null;
}

/** The line of a part's name: its description stands above it. */
export function graphqlNodeLine(node: ASTNode | null | undefined): number {
  const { name } = (node ?? {}) as Named & { name?: ASTNode };
  return (name?.loc ?? node?.loc)?.startToken.line ?? 1;
}
