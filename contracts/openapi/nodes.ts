import { object } from "../model/json-parts.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Node, Origins, Problem } from "../model/contract.ts";
import { ToolError } from "../model/error.ts";
import { locateIn, locateLazily } from "../parsing/origins.ts";
import { targetPointer, valueAt } from "../model/pointer.ts";
import { type Standing, standingOf } from "../model/standing.ts";

/** A node of a document with its `$ref`s followed: what it is, where that stands, and what it rests on. */
export interface Found {
  readonly node: JsonObject;
  readonly pointer: string;
  readonly standing: Standing;
}

/** How the parts of a bundled document are found, and what is wrong with them noted. */
export interface Nodes {
  readonly problems: readonly Problem[];
  /** Follows `$ref`s; the component's own marker wins over the referrer's. */
  follow(value: Json | undefined, pointer: string, inherited: Standing): Found;
  /** What every part of a contract knows of itself. */
  base(found: Pick<Found, "pointer" | "standing">): Node;
  /** Notes a problem, once where several operations share it. */
  report(code: string, message: string, pointer: string): void;
  /**
   * Refuses the document for what is at a pointer.
   * @throws ToolError "unreadable-document".
   */
  refuse(reason: string, pointer: string): never;
}

/** Most parts that operations have together, those behind references counted each time: ten times as many as any known API. */
const MAX_PARTS = 2_000_000;

const MAX_HOPS = 100;

/** The nodes of a document, with the problems known so far. */
export function createNodes(document: JsonObject, origins: Origins, known: readonly Problem[]): Nodes {
  const problems = [...known];
  // By pointer first: one key of both would be too long for a quick Map.
  const reported = new Map<string, Set<string>>();
  known.forEach(isNew);
  let parts = 0;
  return { problems, follow, base, report, refuse };

  function refuse(reason: string, pointer: string): never {
    const { file, line, pointer: at } = locateIn(origins, pointer);
    throw new ToolError("unreadable-document", `Cannot read "${file}": ${reason}`, {
      at: { file, line, pointer: at },
      hint: "Leave the part out, or divide the document",
    });
  }

  function follow(value: Json | undefined, pointer: string, inherited: Standing): Found {
    if (++parts > MAX_PARTS)
      refuse(`its references multiply to operations of more than ${MAX_PARTS / 1e6} million parts`, pointer);
    let node = object(value);
    let at = pointer;
    let standing = standingOf(node, inherited);
    for (let hops = 0; typeof node["$ref"] === "string"; hops++) {
      if (hops === MAX_HOPS) {
        report("unresolved-ref", `Cannot resolve "${node["$ref"]}": it leads back to itself`, pointer);
        return { node: {}, pointer, standing };
      }
      at = targetPointer(node["$ref"]);
      node = object(valueAt(document, at));
      standing = standingOf(node, standing);
    }
    return { node, pointer: at, standing };
  }

  function base({ pointer, standing }: Pick<Found, "pointer" | "standing">): Node {
    return { pointer, at: locateLazily(origins, pointer), ...standing };
  }

  function report(code: string, message: string, pointer: string): void {
    const problem = { code, message, at: locateIn(origins, pointer) };
    if (isNew(problem)) problems.push(problem);
  }

  function isNew({ message, at: { file, pointer } }: Problem): boolean {
    const place = `${file}#${pointer}`;
    let messages = reported.get(place);
    if (!messages) reported.set(place, (messages = new Set()));
    return messages.size < messages.add(message).size;
  }
}

/** What many parts refer to is read once: by where it stands, and what it rests on there. */
export function once<Value>(read: (found: Found) => Value): (found: Found) => Value {
  const known = new Map<string, { readonly standing: Standing; readonly value: Value }>();
  return (found) => {
    const { pointer, standing } = found;
    const before = known.get(pointer);
    if (before && isSame(before.standing, standing)) return before.value;
    const value = read(found);
    known.set(pointer, { standing, value });
    return value;
  };
}

function isSame(one: Standing, other: Standing): boolean {
  return one === other || (one.basis === other.basis && one.section === other.section);
}
