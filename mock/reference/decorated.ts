import { type Contract, type Json, type JsonObject, isObject, rewriteTree } from "../../contracts/index.ts";
import { chainOf, describedAt } from "./chain.ts";
import { type Ground, tellsGrounds } from "./ground.ts";
import { type Told, toldOf } from "./told.ts";
import { groundBadge, groundSentence, lifecycleSentences, removedSection } from "./words.ts";

/** Dark enough to carry white text on any page. */
const colours: Readonly<Record<Ground["basis"], string>> = { stated: "#1a7f37", assumed: "#9a5b00" };

/**
 * A contract's document for the viewer, in which stated and assumed are visibly different: only
 * descriptions and the badges of operations are not those of the document.
 */
export function decorated(contract: Contract): JsonObject {
  const { operations, notes }: Told = tellsGrounds(contract)
    ? toldOf(contract)
    : { operations: new Map(), notes: new Map() };
  return rewriteTree(contract.document, "document", (node, kind) => {
    if (kind === "document") return withRemoved(node);
    const ground = kind === "operation" ? operations.get(node) : undefined;
    const description = describe(node, ground);
    return {
      ...node,
      ...(description !== undefined && { description }),
      ...(ground && { "x-badges": [...listOf(node["x-badges"]), badgeOf(ground)] }),
    };
  }) as JsonObject;

  /** What a node's description is to be; undefined where there is nothing to add. */
  function describe(node: JsonObject, ground: Ground | undefined): string | undefined {
    const reason = ground?.reason === undefined ? [] : [`*${groundSentence(ground, "")}*`];
    if (reason.length === 0 && notesOn(node).length === 0) return undefined;
    const chain = chainOf(contract, node);
    const at = describedAt(chain);
    const own = at < 0 ? [] : [chain[at]?.["description"] as string];
    // What hides a component's description has to say what that says.
    const all = new Set((at < 0 ? chain : chain.slice(0, at + 1)).flatMap(notesOn));
    const told = all.size > 0 ? [`*${[...all].join(" ")}*`] : [];
    return [...reason, ...own, ...told].join("\n\n");
  }

  function notesOn(node: JsonObject): string[] {
    return [...lifecycleSentences(node), ...(notes.get(node) ?? [])];
  }

  function withRemoved(document: JsonObject): JsonObject {
    const section = removedSection(contract.removed);
    const { info } = document;
    if (section === undefined || !isObject(info)) return document;
    const texts = [info["description"], section].filter((text) => typeof text === "string");
    return { ...document, info: { ...info, description: texts.join("\n\n") } };
  }
}

function badgeOf(ground: Ground): JsonObject {
  return { name: groundBadge(ground), color: colours[ground.basis], position: "after" };
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
