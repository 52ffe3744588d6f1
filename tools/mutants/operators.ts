import { type Node, isNode, nodesIn } from "./nodes.ts";

/** Kinds of mistakes. */
export const kinds = [
  "authorization",
  "guard removed",
  "statement removed",
  "condition negated",
  "part of a condition",
  "boundary",
  "status",
  "field swapped",
  "field dropped",
  "value changed",
  "call dropped",
  "return value",
] as const;

export type Kind = (typeof kinds)[number];

/** A node and the text that takes its place. */
export interface Change {
  readonly kind: Kind;
  readonly node: Node;
  readonly after: string;
}

/** Changes of one node. */
type Operator = (node: Node, text: string, parent: Node | undefined) => readonly Change[];

const boundaries: Readonly<Record<string, string>> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
const opposites: Readonly<Record<string, string>> = { "===": "!==", "!==": "===", "==": "!=", "!=": "==" };
const sums: Readonly<Record<string, string>> = { "-": "+", "*": "/", "/": "*", "%": "*" };

/** Statuses that a hurried author mixes up. Others become 500. */
const statuses: Readonly<Record<number, readonly number[]>> = {
  200: [201],
  201: [200],
  202: [200],
  204: [200],
  400: [200, 404],
  401: [403, 200],
  403: [401, 200],
  404: [400, 200],
  405: [404],
  409: [400, 200],
  412: [409, 200],
  415: [400],
  422: [400, 200],
  428: [412],
  429: [503],
};

/** Methods that return something like what they are called on. */
const passing: ReadonlySet<string> = new Set([
  "filter",
  "sort",
  "toSorted",
  "reverse",
  "toReversed",
  "slice",
  "trim",
  "toLowerCase",
  "toUpperCase",
  "concat",
  "flat",
]);

const removedStatement: Operator = (node) => {
  if (node.type !== "ExpressionStatement") return [];
  const [expression] = nodesIn(node, "expression");
  const acts = expression && /^(Call|Await|Assignment|Update|Unary)Expression$/.test(expression.type);
  return acts ? [{ kind: "statement removed", node, after: ";" }] : [];
};

const removedGuard: Operator = (node) => {
  const [consequent] = nodesIn(node, "consequent");
  const isGuard = node.type === "IfStatement" && consequent && leaves(consequent) && !isNode(node["alternate"]);
  return isGuard ? [{ kind: "guard removed", node, after: ";" }] : [];
};

const negatedCondition: Operator = (node, text) => {
  const [test] = nodesIn(node, "test");
  const decides = test && /^(IfStatement|ConditionalExpression)$/.test(node.type);
  return decides ? [{ kind: "condition negated", node: test, after: `!(${textOf(test, text)})` }] : [];
};

const partOfCondition: Operator = (node, text) => {
  const { left, right, operator } = node;
  if (node.type !== "LogicalExpression" || !isNode(left) || !isNode(right)) return [];
  const kept = operator === "??" ? [left] : [left, right];
  const kind = operator === "??" ? "value changed" : "part of a condition";
  return kept.map((part): Change => ({ kind, node, after: `(${textOf(part, text)})` }));
};

const otherOperator: Operator = (node, text, parent) => {
  const { left, right, operator } = node;
  if (node.type !== "BinaryExpression" || !isNode(left) || !isNode(right)) return [];
  // As a whole test, it is negated already.
  const isTest = parent?.["test"] === node;
  const boundary = boundaries[String(operator)];
  const opposite = isTest ? undefined : opposites[String(operator)];
  const sum = sums[String(operator)] ?? (operator === "+" && typeof right["value"] === "number" ? "-" : undefined);
  const changed = boundary ?? opposite ?? sum;
  if (changed === undefined) return [];
  const kind = boundary ? "boundary" : opposite ? "condition negated" : "value changed";
  const between = text.slice(left.end, right.start).replace(String(operator), () => changed);
  return [{ kind, node: { ...node, start: left.end, end: right.start }, after: between }];
};

const otherNumber: Operator = (node, _, parent) => {
  const { value } = node;
  if (node.type !== "Literal" || typeof value !== "number" || !Number.isSafeInteger(value)) return [];
  if (isMemberName(node, parent)) return [];
  if (value < 200 || value >= 600) return [{ kind: "boundary", node, after: String(value + 1) }];
  return (statuses[value] ?? [500]).map((status): Change => ({ kind: "status", node, after: String(status) }));
};

const otherValue: Operator = (node, text, parent) => {
  const { value } = node;
  if (node.type !== "Literal" || isMemberName(node, parent) || parent?.type === "ExpressionStatement") return [];
  if (typeof value === "boolean") return [{ kind: "value changed", node, after: String(!value) }];
  // The first argument of a call is mostly the name of an event, a header or a module.
  const isText = typeof value === "string" && value !== "" && !textOf(node, text).includes("\\");
  if (!isText || parent?.type === "CallExpression") return [];
  const quote = text[node.start] as string;
  return [{ kind: "value changed", node, after: `${quote}${value.slice(0, -1)}_${quote}` }];
};

const droppedField: Operator = (node) => {
  if (node.type !== "ObjectExpression") return [];
  const properties = nodesIn(node, "properties");
  return properties.map((property, index): Change => {
    const previous = properties[index - 1];
    const next = properties[index + 1];
    const start = next ? property.start : (previous?.end ?? property.start);
    return { kind: "field dropped", node: { ...node, start, end: next?.start ?? property.end }, after: "" };
  });
};

const swappedFields: Operator = (node, text) => {
  if (node.type !== "ObjectExpression") return [];
  const plain = nodesIn(node, "properties").filter(
    ({ type, method, value }) => type === "Property" && method !== true && isNode(value),
  );
  return plain.slice(1).map((second, index): Change => {
    const first = plain[index] as Node;
    const pair = [propertyText(first, second, text), propertyText(second, first, text)];
    const after = pair.join(text.slice(first.end, second.start));
    return { kind: "field swapped", node: { ...first, end: second.end }, after };
  });
};

const droppedCall: Operator = (node, text) => {
  const [callee] = nodesIn(node, "callee");
  if (node.type !== "CallExpression" || callee?.type !== "MemberExpression") return [];
  const [object] = nodesIn(callee, "object");
  const [property] = nodesIn(callee, "property");
  const isPassing = object && property?.type === "Identifier" && passing.has(String(property["name"]));
  return isPassing ? [{ kind: "call dropped", node, after: textOf(object, text) }] : [];
};

const otherReturn: Operator = (node) => {
  const [argument] = nodesIn(node, "argument");
  return node.type === "ReturnStatement" && argument ? [{ kind: "return value", node: argument, after: "null" }] : [];
};

export const operators: readonly Operator[] = [
  removedStatement,
  removedGuard,
  negatedCondition,
  partOfCondition,
  otherOperator,
  otherNumber,
  otherValue,
  droppedField,
  swappedFields,
  droppedCall,
  otherReturn,
];

function textOf({ start, end }: Node, text: string): string {
  return text.slice(start, end);
}

/** Name of one property with the value of another one. */
function propertyText(named: Node, valued: Node, text: string): string {
  const [key] = nodesIn(named, "key");
  const [value] = nodesIn(valued, "value");
  const name = key ? textOf(key, text) : "";
  return `${named["computed"] === true ? `[${name}]` : name}: ${value ? textOf(value, text) : "undefined"}`;
}

/** True for a statement that ends with leaving the function or the loop. */
function leaves(node: Node): boolean {
  if (/^(Return|Throw|Continue|Break)Statement$/.test(node.type)) return true;
  const last = node.type === "BlockStatement" ? nodesIn(node, "body").at(-1) : undefined;
  return last !== undefined && leaves(last);
}

/** True for the name of a property, and for what is in brackets behind an object. */
function isMemberName(node: Node, parent: Node | undefined): boolean {
  return (parent?.["key"] === node && parent["computed"] !== true) || parent?.["property"] === node;
}
