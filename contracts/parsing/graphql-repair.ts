import type { ASTNode, DefinitionNode, DirectiveNode, DocumentNode, TypeDefinitionNode } from "graphql";
import { graphqlLibrary } from "./graphql-library.ts";

/** Fault of a GraphQL schema that graphql-js cannot build, and its line. */
export interface SchemaFault {
  readonly message: string;
  readonly line: number;
  /** True if a part of the schema was removed because of the fault. */
  readonly isLost?: boolean;
}

/** Built-in scalar types. */
const builtInTypes = ["Int", "Float", "String", "Boolean", "ID"];

type NamedNode = ASTNode & { readonly name?: { readonly value: string } };

/**
 * Changes a document so that graphql-js can build a schema. The first of duplicate definitions stays. An extension of an
 * undefined type becomes its definition. An undefined type becomes a scalar. A built-in directive with invalid arguments
 * is removed. Undefined directives stay.
 */
export function repairGraphql(document: DocumentNode): {
  readonly document: DocumentNode;
  readonly faults: SchemaFault[];
} {
  const { Kind, visit, isTypeDefinitionNode, isTypeExtensionNode } = graphqlLibrary();
  const faults: SchemaFault[] = [];
  const kindsByType = new Map(
    document.definitions.filter(isTypeDefinitionNode).map((node) => [node.name.value, node.kind as string]),
  );
  const definedDirectives = listDirectives(document);
  const undefinedTypes = new Map<string, ASTNode>();
  /** Names of the members found so far, by kind and name of their type. */
  const members = new Map<string, Set<string>>();
  const definedNames = new Set<string>();

  const definitions = document.definitions
    .map(extensionAsDefinition)
    .filter(isBuildable)
    .map((definition) => withoutDuplicates(definition));
  for (const [name, node] of undefinedTypes)
    reportLoss(node, `Type "${name}" is not defined: it is taken for a scalar`);
  const scalars = [...undefinedTypes.keys()].map((name): DefinitionNode => {
    return { kind: Kind.SCALAR_TYPE_DEFINITION, name: { kind: Kind.NAME, value: name } };
  });
  return { document: { kind: Kind.DOCUMENT, definitions: [...definitions, ...scalars] }, faults };

  /** Converts the first extension of an undefined type. Subgraphs and schema modules extend types of other files. */
  function extensionAsDefinition(node: DefinitionNode): DefinitionNode {
    if (!isTypeExtensionNode(node)) return node;
    const { value } = node.name;
    if (kindsByType.has(value) || builtInTypes.includes(value)) return node;
    const kind = definitionKind(node);
    kindsByType.set(value, kind);
    reportFault(node, `Type "${value}" is extended but not defined: its first extension is used as its definition`);
    return { ...node, kind } as TypeDefinitionNode;
  }

  function isBuildable(node: DefinitionNode): boolean {
    if (isTypeExtensionNode(node)) {
      const kind = kindsByType.get(node.name.value);
      const extendedKind = definitionKind(node);
      if (kind === extendedKind) return true;
      const reason =
        kind === undefined ? "every schema has it" : `it is no ${extendedKind.replace("TypeDefinition", "")}`;
      return reportLoss(node, `Type "${node.name.value}" cannot be extended: ${reason}`);
    }
    if (isTypeDefinitionNode(node))
      return keepFirst(definedNames, `type ${node.name.value}`, node, `Type "${node.name.value}"`);
    if (node.kind === Kind.DIRECTIVE_DEFINITION)
      return keepFirst(definedNames, `@${node.name.value}`, node, `Directive "@${node.name.value}"`);
    if (node.kind === Kind.SCHEMA_DEFINITION) return keepFirst(definedNames, "schema", node, "The schema");
    if (node.kind === Kind.SCHEMA_EXTENSION || (node.kind as string) === "DirectiveExtension") return true;
    return reportFault(node, "Operations and fragments are not part of a schema");
  }

  function withoutDuplicates(definition: DefinitionNode): DefinitionNode {
    const owner = (definition as NamedNode).name?.value ?? "schema";
    const typeKey = `${definition.kind.replace(/Extension|Definition/, "")} ${owner}`;
    let names = members.get(typeKey);
    if (!names) members.set(typeKey, (names = new Set()));
    let field = "";
    const seenNames = names;
    return visit(definition, {
      enter(node) {
        if (node.kind === Kind.DIRECTIVE) {
          if (definedDirectives.has(node.name.value)) return readableDirective(node);
          return reportUndefined(node);
        }
        if (node.kind === Kind.NAMED_TYPE) return collectUndefinedType(node, node.name.value);
        if (node.kind === Kind.OPERATION_TYPE_DEFINITION) {
          const root = node.type.name.value;
          if (kindsByType.get(root) === Kind.OBJECT_TYPE_DEFINITION)
            return keepOrRemove(keepFirst(seenNames, node.operation, node, `The root of each ${node.operation}`));
          return keepOrRemove(
            reportLoss(node, `"${root}" cannot be the root of each ${node.operation}: it is no object type`),
          );
        }
        if (node.kind === Kind.FIELD_DEFINITION) field = node.name.value;
        if (node.kind === Kind.FIELD_DEFINITION || node.kind === Kind.ENUM_VALUE_DEFINITION)
          return keepOrRemove(keepFirst(seenNames, node.name.value, node, `"${owner}.${node.name.value}"`));
        if (node.kind !== Kind.INPUT_VALUE_DEFINITION) return undefined;
        const memberName = field === "" ? node.name.value : `${field}(${node.name.value}:)`;
        return keepOrRemove(keepFirst(seenNames, memberName, node, `"${owner}.${memberName}"`));
      },
    });
  }

  function reportUndefined(node: DirectiveNode): undefined {
    reportFault(node, `Directive "@${node.name.value}" is not defined: its meaning is unknown`);
  }

  /** Removes the arguments, or the directive, if graphql-js cannot read a built-in directive. */
  function readableDirective(node: DirectiveNode): DirectiveNode | null | undefined {
    if (canReadDirective(node)) return undefined;
    const withoutArguments = { ...node, arguments: [] };
    const removedPart = canReadDirective(withoutArguments) ? "what it is given is" : "it is";
    reportLoss(node, `Directive "@${node.name.value}" cannot be read: ${removedPart} left out`);
    if (canReadDirective(withoutArguments)) return withoutArguments;
    return null;
  }

  function collectUndefinedType(node: ASTNode, name: string): undefined {
    if (!kindsByType.has(name) && !builtInTypes.includes(name) && !undefinedTypes.has(name))
      undefinedTypes.set(name, node);
    return undefined;
  }

  function keepFirst(seen: Set<string>, key: string, node: ASTNode, subject: string): boolean {
    if (seen.has(key)) return reportLoss(node, `${subject} is defined more than once: the first counts`);
    seen.add(key);
    return true;
  }

  function reportFault(node: ASTNode, message: string): false {
    faults.push({ message, line: graphqlNodeLine(node) });
    return false;
  }

  function reportLoss(node: ASTNode, message: string): false {
    faults.push({ message, line: graphqlNodeLine(node), isLost: true });
    return false;
  }
}

/** Returns false for a built-in directive whose arguments graphql-js rejects. */
function canReadDirective(node: DirectiveNode): boolean {
  const { specifiedDirectives, getDirectiveValues } = graphqlLibrary();
  const directive = specifiedDirectives.find(({ name }) => name === node.name.value);
  try {
    if (directive) getDirectiveValues(directive, { directives: [node] });
    return true;
  } catch {
    return false;
  }
}

/** Removes the directives that the document does not define, so that validation finds all other faults. */
export function withoutUndefinedDirectives(document: DocumentNode): DocumentNode {
  const definedDirectives = listDirectives(document);
  return graphqlLibrary().visit(document, { Directive: ({ name }) => keepOrRemove(definedDirectives.has(name.value)) });
}

/** Returns the names of the directives that a document defines, and of the built-in ones. */
function listDirectives({ definitions }: DocumentNode): ReadonlySet<string> {
  const { Kind, specifiedDirectives } = graphqlLibrary();
  const documentDirectives = definitions.flatMap((node) =>
    node.kind === Kind.DIRECTIVE_DEFINITION ? [node.name.value] : [],
  );
  return new Set([...specifiedDirectives.map(({ name }) => name), ...documentDirectives]);
}

/** Returns the kind of definition for the kind of an extension. */
function definitionKind({ kind }: ASTNode): string {
  return kind.replace("Extension", "Definition");
}

/** Returns the result for `visit`: undefined keeps a node, null removes it. */
function keepOrRemove(keeps: boolean): undefined | null {
  return keeps ? undefined : null;
}

/** Returns the line of a node's name. The node itself can start earlier, with its description. */
export function graphqlNodeLine(node: ASTNode | null | undefined): number {
  const { name } = (node ?? {}) as NamedNode & { name?: ASTNode };
  return (name?.loc ?? node?.loc)?.startToken.line ?? 1;
}
