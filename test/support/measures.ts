import { parseAst } from "rolldown/parseAst";

/** A node of the syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

/** A function with a name of its own. */
interface NamedFunction {
  readonly file: string;
  readonly name: string;
  readonly lines: number;
}

/** Named functions of a file, and counts of expressions that make code dense. */
export interface Measured {
  readonly functions: readonly NamedFunction[];
  readonly ternaries: number;
  readonly conditionalSpreads: number;
}

/** Measures the text of a TypeScript file. */
export function measureFile(file: string, text: string): Measured {
  const functions: NamedFunction[] = [];
  let ternaries = 0;
  let conditionalSpreads = 0;
  visit(parseAst(text, { lang: "ts" }) as unknown as Node, undefined);
  return { functions, ternaries, conditionalSpreads };

  function visit(node: Node, nameAround: string | undefined): void {
    if (node.type === "ConditionalExpression") ternaries += 1;
    if (node.type === "SpreadElement" && isConditional(node["argument"] as Node)) conditionalSpreads += 1;
    const isFunction = /Function(Declaration|Expression)$/.test(node.type);
    const name = isFunction ? (nameOf(node["id"]) ?? nameAround) : undefined;
    if (name !== undefined) functions.push({ file, name, lines: text.slice(node.start, node.end).split("\n").length });
    const nameOfValue = node.type === "VariableDeclarator" ? nameOf(node["id"]) : undefined;
    for (const child of childrenOf(node)) visit(child, nameOfValue);
  }
}

/** True for `...(condition && { … })` and `...(condition ? … : …)`. */
function isConditional(node: Node): boolean {
  if (node.type === "ParenthesizedExpression") return isConditional(node["expression"] as Node);
  return node.type === "LogicalExpression" || node.type === "ConditionalExpression";
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === "Identifier" ? String(node["name"]) : undefined;
}

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
