import { type Contract, type JsonObject, type NodeKind, listChildNodes, splitPointer } from "../../contracts/index.ts";
import { followRefs, descriptionIndex } from "./ref-chain.ts";
import { type BasisInfo, readBasisInfo, isSameBasis, unmarkedBasis } from "./basis-info.ts";
import { assumedValuesSentence, basisSentence } from "./basis-text.ts";

/** Notes on the basis of the parts of a document, by the node whose description contains them. */
export interface BasisNotes {
  /** Basis of each operation. */
  readonly operations: ReadonlyMap<JsonObject, BasisInfo>;
  /** Sentences on parts whose basis differs from that of their parent. */
  readonly notes: ReadonlyMap<JsonObject, ReadonlySet<string>>;
}

/** A node that the walk visits. */
interface Visit {
  readonly node: JsonObject;
  readonly kind: NodeKind;
  /** Property of its parent that contains it. */
  readonly edge: string;
  readonly inherited: BasisInfo;
  /** Basis that the reference already shows for the part that contains the node. */
  readonly shownBasis: BasisInfo;
  /** Nearest ancestor whose description is shown. Notes go there. */
  readonly describedNode?: JsonObject;
  /** Name of the part in the note: "Type", "Items". */
  readonly label: string;
}

/** Kinds of nodes with their own description, and the name of their schema in it. */
const describedKinds: Partial<Record<NodeKind, string>> = {
  parameter: "Type",
  header: "Type",
  requestBody: "Body",
  response: "Body",
};

/** Keywords whose subschemas are shown as fields. */
const fieldEdges = new Set([
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "prefixItems",
]);

/** Keywords whose subschemas describe other values, and their name in a note. Other subschemas describe the same value. */
const memberEdges: Readonly<Record<string, string>> = {
  items: "Items",
  unevaluatedItems: "Further items",
  contains: "Some items",
  propertyNames: "Names",
};

/** Properties that the walk does not enter. Components are visited where they are used. */
const skippedProperties: ReadonlySet<string> = new Set([
  "components",
  "$defs",
  "definitions",
  "securitySchemes",
  "encoding",
  "examples",
  "links",
]);

/**
 * Collects the notes of a document that has markers. A component is a single node, so a note for one use of it appears
 * at all uses.
 */
export function collectBasisNotes(contract: Contract): BasisNotes {
  const operations = new Map<JsonObject, BasisInfo>();
  const notes = new Map<JsonObject, Set<string>>();
  const isNew = createVisitFilter();
  const root = readBasisInfo(contract.document, unmarkedBasis);
  const queue: Visit[] = childVisits({
    node: contract.document,
    kind: "document",
    info: root,
    shownBasis: root,
    label: "",
  });
  // The queue grows during the loop. Parents come before their parts.
  for (const visit of queue) if (!skippedProperties.has(visit.edge) && isNew(visit)) queue.push(...followVisit(visit));
  return { operations, notes };

  function followVisit(visit: Visit): Visit[] {
    const { kind, edge, shownBasis, label } = visit;
    const chain = followRefs(contract, visit.node);
    const node = chain.at(-1) as JsonObject;
    const { info, markedAt } = resolveBasis(chain, visit.inherited);
    const next = { node, kind, info, shownBasis: info };
    if (kind === "pathItem") return pathVisits(next);
    if (kind === "operation") {
      const known = operations.get(node);
      if (known?.basis !== "assumed") operations.set(node, info);
      return childVisits({ ...next, label });
    }
    const ownLabel = describedKinds[kind] ?? (kind === "schema" && fieldEdges.has(edge) ? "" : undefined);
    const differs = !isSameBasis(info, shownBasis);
    if (ownLabel !== undefined) {
      const describedNode = nodeForNote(chain, chain.length - 1);
      if (differs) addNote(nodeForNote(chain, markedAt), basisSentence(info, ""));
      noteAssumedValues(node, info, describedNode);
      return childVisits({ ...next, describedNode, label: ownLabel });
    }
    const part = kind !== "schema" || edge === "schema" ? label : (memberEdges[edge] ?? "In part");
    noteAssumedValues(node, info, visit.describedNode);
    const describedNode = visit.describedNode && { describedNode: visit.describedNode };
    // A node that describes the same value as its parent, and has fields, gets no note: its fields get them.
    if (differs && part === "In part" && markedAt === chain.length - 1 && hasFields(node))
      return childVisits({ ...next, shownBasis, ...describedNode, label });
    if (differs && visit.describedNode) addNote(visit.describedNode, basisSentence(info, part));
    return childVisits({ ...next, ...describedNode, label: part });
  }

  /** Children of a path. Its parameters are shown with each of its operations. */
  function pathVisits(path: Omit<Parent, "label">): Visit[] {
    const visits = childVisits({ ...path, label: "" });
    const operationVisits = visits.filter(({ kind }) => kind === "operation");
    return [
      ...operationVisits,
      ...operationVisits.flatMap(({ node, inherited }) => {
        const { info: shownBasis } = resolveBasis(followRefs(contract, node), inherited);
        return visits.filter(({ kind }) => kind === "parameter").map((visit) => ({ ...visit, shownBasis }));
      }),
    ];
  }

  function noteAssumedValues(schema: JsonObject, { basis }: BasisInfo, describedNode: JsonObject | undefined): void {
    const sentence = basis === "stated" ? assumedValuesSentence(schema) : undefined;
    if (describedNode && sentence !== undefined) addNote(describedNode, sentence);
  }

  function addNote(describedNode: JsonObject, sentence: string): void {
    const sentences = notes.get(describedNode);
    if (sentences) sentences.add(sentence);
    else notes.set(describedNode, new Set([sentence]));
  }
}

interface Parent extends Pick<Visit, "node" | "kind" | "shownBasis" | "label"> {
  readonly info: BasisInfo;
  readonly describedNode?: JsonObject;
}

function childVisits({ node, kind, info, ...rest }: Parent): Visit[] {
  return listChildNodes(node, kind, "").map((child) => ({
    ...rest,
    node: child.node,
    kind: child.kind,
    edge: splitPointer(child.pointer)[0] as string,
    inherited: info,
  }));
}

/** Basis of the last node of a chain, and the index of the node whose marker sets it: the first one without markers. */
function resolveBasis(chain: readonly JsonObject[], inherited: BasisInfo): { info: BasisInfo; markedAt: number } {
  let [info, markedAt] = [inherited, 0];
  for (const [index, link] of chain.entries()) {
    const marked = readBasisInfo(link, info);
    if (marked !== info) [info, markedAt] = [marked, index];
  }
  return { info, markedAt };
}

/** Node of a chain that gets a note on the node at an index. An earlier node with a description hides later descriptions. */
function nodeForNote(chain: readonly JsonObject[], index: number): JsonObject {
  const described = descriptionIndex(chain);
  return chain[described < 0 ? index : Math.min(described, index)] as JsonObject;
}

function hasFields(schema: JsonObject): boolean {
  return Object.keys(schema).some((key) => fieldEdges.has(key));
}

/** Filter that accepts each visit once. Visits are equal if they lead to the same notes. */
function createVisitFilter(): (visit: Visit) => boolean {
  const seen = new Set<string>();
  const nodeNumbers = new Map<object, number>();
  return ({ node, edge, inherited, shownBasis, describedNode, label }) => {
    const key = [
      numberNode(node),
      edge,
      JSON.stringify([inherited, shownBasis]),
      describedNode && numberNode(describedNode),
      label,
    ].join(" ");
    return seen.size < seen.add(key).size;
  };

  function numberNode(node: object): number {
    let number = nodeNumbers.get(node);
    if (number === undefined) nodeNumbers.set(node, (number = nodeNumbers.size));
    return number;
  }
}
