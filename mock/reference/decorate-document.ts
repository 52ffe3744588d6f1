import { type Contract, type Json, type JsonObject, isObject, rewriteTree } from "../../contracts/index.ts";
import { followRefs, descriptionIndex } from "./ref-chain.ts";
import { type BasisInfo, hasMarkers } from "./basis-info.ts";
import { type BasisNotes, collectBasisNotes } from "./basis-notes.ts";
import { basisBadgeText, basisSentence, lifecycleSentences, removedSection } from "./basis-text.ts";

/** Colours of badges, dark enough for white text. */
const badgeColours: Readonly<Record<BasisInfo["basis"], string>> = { stated: "#1a7f37", assumed: "#9a5b00" };

/**
 * Document of a contract with notes that distinguish stated and assumed parts. Changes only descriptions and the badges
 * of operations.
 */
export function decorateDocument(contract: Contract): JsonObject {
  const { operations, notes }: BasisNotes = hasMarkers(contract)
    ? collectBasisNotes(contract)
    : { operations: new Map(), notes: new Map() };
  return rewriteTree(contract.document, "document", (node, kind) => {
    if (kind === "document") return withRemoved(node);
    const info = kind === "operation" ? operations.get(node) : undefined;
    const description = describeNode(node, info);
    return {
      ...node,
      ...(description !== undefined && { description }),
      ...(info && { "x-badges": [...toJsonList(node["x-badges"]), createBadge(info)] }),
    };
  }) as JsonObject;

  /** New description of a node. Undefined if there is nothing to add. */
  function describeNode(node: JsonObject, info: BasisInfo | undefined): string | undefined {
    const reason = info?.reason === undefined ? [] : [`*${basisSentence(info, "")}*`];
    if (reason.length === 0 && notesOn(node).length === 0) return undefined;
    const chain = followRefs(contract, node);
    const at = descriptionIndex(chain);
    const description = at < 0 ? [] : [chain[at]?.["description"] as string];
    // The new description hides that of the component, so it includes its notes.
    const notesOfChain = new Set((at < 0 ? chain : chain.slice(0, at + 1)).flatMap(notesOn));
    const noteText = notesOfChain.size > 0 ? [`*${[...notesOfChain].join(" ")}*`] : [];
    return [...reason, ...description, ...noteText].join("\n\n");
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

function createBadge(info: BasisInfo): JsonObject {
  return { name: basisBadgeText(info), color: badgeColours[info.basis], position: "after" };
}

function toJsonList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
