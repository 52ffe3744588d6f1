import { type Contract, type JsonObject, type Kind, childrenOf, tokensOf } from "../../contracts/index.ts";
import { chainOf, describedAt } from "./chain.ts";
import { type Ground, groundOf, isAsGood, uncovered } from "./ground.ts";
import { assumedValues, groundSentence } from "./words.ts";

/** What a reader is told of a document's parts, by the node that tells it. */
export interface Told {
  /** What each operation rests on. */
  readonly operations: ReadonlyMap<JsonObject, Ground>;
  /** Sentences on parts that rest on something else than what is around them. */
  readonly notes: ReadonlyMap<JsonObject, ReadonlySet<string>>;
}

interface Visit {
  readonly node: JsonObject;
  readonly kind: Kind;
  /** The member of its parent that it stands in. */
  readonly edge: string;
  readonly inherited: Ground;
  /** What the reader has been told of what is around it. */
  readonly around: Ground;
  /** The nearest node above it whose description a reader sees. */
  readonly teller?: JsonObject;
  /** What it is to the teller. */
  readonly label: string;
}

/** Parts that are shown with a description of their own, and what their schema is called in it. */
const shownKinds: Partial<Record<Kind, string>> = {
  parameter: "Type",
  header: "Type",
  requestBody: "Body",
  response: "Body",
};

/** Where in a schema another one is shown as a field. */
const fieldEdges = new Set([
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "prefixItems",
]);

/** Where in a schema another one speaks of something else; elsewhere it speaks of the same value. */
const memberEdges: Readonly<Record<string, string>> = {
  items: "Items",
  unevaluatedItems: "Further items",
  contains: "Some items",
  propertyNames: "Names",
};

/** What claims nothing of the interface where it stands: components are told of where they are used. */
const silent: ReadonlySet<string> = new Set([
  "components",
  "$defs",
  "definitions",
  "securitySchemes",
  "encoding",
  "examples",
  "links",
]);

/**
 * Decides what a reader has to be told of a document that has markers. A component is one node
 * wherever it is used: what has to be told in one place is told in all.
 */
export function toldOf(contract: Contract): Told {
  const operations = new Map<JsonObject, Ground>();
  const notes = new Map<JsonObject, Set<string>>();
  const isNew = createMemory();
  const root = groundOf(contract.document, uncovered);
  const queue: Visit[] = below({ node: contract.document, kind: "document", ground: root, around: root, label: "" });
  // The queue grows while it is read: a part is told of before the parts in it.
  for (const visit of queue) if (!silent.has(visit.edge) && isNew(visit)) queue.push(...follow(visit));
  return { operations, notes };

  function follow(visit: Visit): Visit[] {
    const { kind, edge, around, label } = visit;
    const chain = chainOf(contract, visit.node);
    const node = chain.at(-1) as JsonObject;
    const { ground, markedAt } = settle(chain, visit.inherited);
    const next = { node, kind, ground, around: ground };
    if (kind === "pathItem") return belowPath(next);
    if (kind === "operation") {
      const known = operations.get(node);
      if (known?.basis !== "assumed") operations.set(node, ground);
      return below({ ...next, label });
    }
    const own = shownKinds[kind] ?? (kind === "schema" && fieldEdges.has(edge) ? "" : undefined);
    const differs = !isAsGood(ground, around);
    if (own !== undefined) {
      const teller = tellerIn(chain, chain.length - 1);
      if (differs) note(tellerIn(chain, markedAt), groundSentence(ground, ""));
      tellValues(node, ground, teller);
      return below({ ...next, teller, label: own });
    }
    const part = kind !== "schema" || edge === "schema" ? label : (memberEdges[edge] ?? "In part");
    tellValues(node, ground, visit.teller);
    const teller = visit.teller && { teller: visit.teller };
    // A marker on what speaks of the same value is told by the fields below it, as long as it goes where they go.
    if (differs && part === "In part" && markedAt === chain.length - 1 && hasFields(node))
      return below({ ...next, around, ...teller, label });
    if (differs && visit.teller) note(visit.teller, groundSentence(ground, part));
    return below({ ...next, ...teller, label: part });
  }

  /** What a path says of parameters is shown with each of its operations. */
  function belowPath(path: Omit<Parent, "label">): Visit[] {
    const visits = below({ ...path, label: "" });
    const own = visits.filter(({ kind }) => kind === "operation");
    return [
      ...own,
      ...own.flatMap(({ node, inherited }) => {
        const { ground: around } = settle(chainOf(contract, node), inherited);
        return visits.filter(({ kind }) => kind === "parameter").map((visit) => ({ ...visit, around }));
      }),
    ];
  }

  function tellValues(schema: JsonObject, { basis }: Ground, teller: JsonObject | undefined): void {
    const sentence = basis === "stated" ? assumedValues(schema) : undefined;
    if (teller && sentence !== undefined) note(teller, sentence);
  }

  function note(teller: JsonObject, sentence: string): void {
    const told = notes.get(teller);
    if (told) told.add(sentence);
    else notes.set(teller, new Set([sentence]));
  }
}

interface Parent extends Pick<Visit, "node" | "kind" | "around" | "label"> {
  readonly ground: Ground;
  readonly teller?: JsonObject;
}

function below({ node, kind, ground, ...rest }: Parent): Visit[] {
  return childrenOf(node, kind, "").map((child) => ({
    ...rest,
    node: child.node,
    kind: child.kind,
    edge: tokensOf(child.pointer)[0] as string,
    inherited: ground,
  }));
}

/** The ground at the end of a chain, and the index of the node whose marker decides; the first where none does. */
function settle(chain: readonly JsonObject[], inherited: Ground): { ground: Ground; markedAt: number } {
  let [ground, markedAt] = [inherited, 0];
  for (const [index, link] of chain.entries()) {
    const own = groundOf(link, ground);
    if (own !== ground) [ground, markedAt] = [own, index];
  }
  return { ground, markedAt };
}

/** The node of a chain to tell what is so from some index on: one before it hides its description. */
function tellerIn(chain: readonly JsonObject[], index: number): JsonObject {
  const described = describedAt(chain);
  return chain[described < 0 ? index : Math.min(described, index)] as JsonObject;
}

function hasFields(schema: JsonObject): boolean {
  return Object.keys(schema).some((key) => fieldEdges.has(key));
}

/** Tells visits apart by all that decides what they lead to. */
function createMemory(): (visit: Visit) => boolean {
  const seen = new Set<string>();
  const numbers = new Map<object, number>();
  return ({ node, edge, inherited, around, teller, label }) => {
    const key = [numberOf(node), edge, JSON.stringify([inherited, around]), teller && numberOf(teller), label].join(
      " ",
    );
    return seen.size < seen.add(key).size;
  };

  function numberOf(node: object): number {
    let number = numbers.get(node);
    if (number === undefined) numbers.set(node, (number = numbers.size));
    return number;
  }
}
