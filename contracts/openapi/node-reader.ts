import { object } from "../model/json-parts.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Node, Origins, Problem } from "../model/contract.ts";
import { ToolError } from "../model/error.ts";
import { locateSource, locateLazily } from "../parsing/origins.ts";
import { targetPointer, valueAt } from "../model/pointer.ts";
import { type Standing, readStanding } from "../schema/standing.ts";

/** Node after resolving its `$ref`s: its value, its pointer and its standing (basis and section). */
export interface ResolvedNode {
  readonly node: JsonObject;
  readonly pointer: string;
  readonly standing: Standing;
}

/** Reader of the nodes of a bundled document. It collects problems. */
export interface NodeReader {
  readonly problems: readonly Problem[];
  /** Resolves `$ref`s. A marker of the component overrides one beside the reference. */
  resolveNode(value: Json | undefined, pointer: string, inherited: Standing): ResolvedNode;
  /** Returns the fields that every part of a contract has. */
  nodeFields(found: Pick<ResolvedNode, "pointer" | "standing">): Node;
  /** Adds a problem. Equal problems at one location are added once. */
  report(code: string, message: string, pointer: string): void;
  /**
   * Rejects the document because of the part at a pointer.
   * @throws ToolError "unreadable-document".
   */
  rejectDocument(reason: string, pointer: string): never;
}

/** Maximum number of parts of all operations, counted at each reference: ten times as many as any known API. */
const MAX_PARTS = 2_000_000;

const MAX_HOPS = 100;

/** Creates a reader that starts with the given problems. */
export function createNodeReader(
  document: JsonObject,
  origins: Origins,
  initialProblems: readonly Problem[],
): NodeReader {
  // Nested maps instead of one map with combined keys, because V8 is slow with very long keys.
  const messagesByLocation = new Map<string, Set<string>>();
  const problems = initialProblems.filter(isNewProblem);
  let partCount = 0;
  return { problems, resolveNode, nodeFields, report: reportNodeProblem, rejectDocument };

  function rejectDocument(reason: string, pointer: string): never {
    const { file, line, pointer: sourcePointer } = locateSource(origins, pointer);
    throw new ToolError("unreadable-document", `Cannot read "${file}": ${reason}`, {
      at: { file, line, pointer: sourcePointer },
      hint: "Remove the part, or split the document",
    });
  }

  function resolveNode(value: Json | undefined, pointer: string, inherited: Standing): ResolvedNode {
    if (++partCount > MAX_PARTS)
      rejectDocument(`its references multiply to operations of more than ${MAX_PARTS / 1e6} million parts`, pointer);
    let node = object(value);
    let target = pointer;
    let standing = readStanding(node, inherited);
    for (let hops = 0; typeof node["$ref"] === "string"; hops++) {
      if (hops === MAX_HOPS) {
        reportNodeProblem("unresolved-ref", `Cannot resolve "${node["$ref"]}": it leads back to itself`, pointer);
        return { node: {}, pointer, standing };
      }
      target = targetPointer(node["$ref"]);
      node = object(valueAt(document, target));
      standing = readStanding(node, standing);
    }
    return { node, pointer: target, standing };
  }

  function nodeFields({ pointer, standing }: Pick<ResolvedNode, "pointer" | "standing">): Node {
    return { pointer, at: locateLazily(origins, pointer), ...standing };
  }

  function reportNodeProblem(code: string, message: string, pointer: string): void {
    const problem = { code, message, at: locateSource(origins, pointer) };
    if (isNewProblem(problem)) problems.push(problem);
  }

  function isNewProblem({ message, at: { file, pointer } }: Problem): boolean {
    const location = `${file}#${pointer}`;
    let messages = messagesByLocation.get(location);
    if (!messages) messagesByLocation.set(location, (messages = new Set()));
    return messages.size < messages.add(message).size;
  }
}

/** Caches results by pointer and standing, because many parts refer to the same component. */
export function cachedByNode<Value>(read: (found: ResolvedNode) => Value): (found: ResolvedNode) => Value {
  const resultsByPointer = new Map<string, { readonly standing: Standing; readonly value: Value }>();
  return (found) => {
    const { pointer, standing } = found;
    const cached = resultsByPointer.get(pointer);
    if (cached && isSameStanding(cached.standing, standing)) return cached.value;
    const value = read(found);
    resultsByPointer.set(pointer, { standing, value });
    return value;
  };
}

function isSameStanding(one: Standing, other: Standing): boolean {
  return one === other || (one.basis === other.basis && one.section === other.section);
}
