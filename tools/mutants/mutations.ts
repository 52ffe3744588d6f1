import { parseAst } from "rolldown/parseAst";
import { type Change, type Kind, operators } from "./operators.ts";
import { type Node, childrenOf, isNode } from "./nodes.ts";

/** A source file with one small mistake. */
export interface Mutation {
  readonly kind: Kind;
  /** Line of the change, from 1. */
  readonly line: number;
  /** Text of that line, without the spaces around it. */
  readonly code: string;
  /** Offsets of the replaced text. */
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

/** Words of code that decides who may do something. */
const authorization = /auth|token|permission|scope|owner|tenant|organi[sz]ation|forbidden|unauthori[sz]ed|credential/i;

/** Names of members that only describe: they change a document, and no answer. */
const describing = /^(description|summary|tags|plugins|title|operationId|meta|label|examples?)$/;

/** Kinds of changes that take a decision out of the code. */
const decisive: ReadonlySet<Kind> = new Set([
  "guard removed",
  "statement removed",
  "condition negated",
  "part of a condition",
]);

/**
 * Mutations of a source file: in the bodies of its functions, without types. Code that `isPlanted` matches switches a
 * planted bug on, and is not mutated.
 */
export function mutationsOf(text: string, lang: "js" | "ts", isPlanted: RegExp | undefined = undefined): Mutation[] {
  const found = new Map<string, Mutation>();
  const lines = text.split("\n");
  visit(parseAst(text, { lang }) as unknown as Node, undefined, false);
  return [...found.values()].toSorted((one, other) => one.start - other.start || one.kind.localeCompare(other.kind));

  function visit(node: Node, parent: Node | undefined, isInFunction: boolean): void {
    if (isSkipped(node) || conjunctsOf(node).some(isPlantedFirst)) return;
    if (isInFunction) for (const operator of operators) for (const change of operator(node, text, parent)) add(change);
    const isFunction = /Function/.test(node.type);
    for (const [key, child] of childrenOf(node)) {
      const isGuarded = key === "consequent" || key === "right";
      const decides = node["test"] ?? node["left"];
      if (isGuarded && isNode(decides) && isPlantedIn(decides)) continue;
      visit(child, node, isInFunction || (isFunction && key !== "params"));
    }
  }

  function add({ kind, node, after }: Change): void {
    const before = text.slice(node.start, node.end);
    if (isPlanted?.test(before) || before === after) return;
    const key = `${node.start} ${node.end} ${after}`;
    const isAboutAuthorization = decisive.has(kind) && authorization.test(before);
    const line = text.slice(0, node.start).split("\n").length;
    if (!found.has(key))
      found.set(key, {
        kind: isAboutAuthorization ? "authorization" : kind,
        line,
        code: (lines[line - 1] as string).trim(),
        start: node.start,
        end: node.end,
        before,
        after,
      });
  }

  function isPlantedFirst({ start, end }: Node): boolean {
    return isPlanted !== undefined && text.slice(start, end).search(isPlanted) === 0;
  }

  function isPlantedIn(node: Node): boolean {
    return isPlanted?.test(text.slice(node.start, node.end)) === true;
  }
}

/** Operands of a chain of "&&". If one of them is false, the others have no effect. */
function conjunctsOf(node: Node): readonly Node[] {
  const { left, right } = node;
  const isChain = node.type === "LogicalExpression" && node["operator"] === "&&" && isNode(left) && isNode(right);
  return isChain ? [...conjunctsOf(left), right] : [node];
}

/** The source with the mutation. */
export function mutated(text: string, { start, end, after }: Mutation): string {
  return text.slice(0, start) + after + text.slice(end);
}

/** Types, imports and directives do nothing when the program runs, and descriptions change no answer. */
function isSkipped({ type, directive, key }: Node): boolean {
  const isType = /^(TS(?!AsExpression|NonNull|Satisfies)|Import|ExportAll)/.test(type);
  return isType || typeof directive === "string" || (isNode(key) && describing.test(String(key["name"])));
}
