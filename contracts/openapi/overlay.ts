import { omitUndefined } from "../model/omit-undefined.ts";
import { toList, object } from "../model/json-parts.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { dirname, resolve } from "node:path";
import { OverBudget, spend, withinBudget } from "../patterns/work.ts";
import type { Problem } from "../model/contract.ts";
import type { Draft } from "./draft.ts";
import { ToolError } from "../model/error.ts";
import { locateInFile } from "../parsing/origins.ts";
import { jsonPathFault, findLocations } from "./overlay-targets.ts";
import { readPlain } from "../parsing/plain.ts";
import { join, targetPointer, valueAt } from "../model/pointer.ts";
import { define, isObject } from "../model/shapes.ts";
import { rewriteTree } from "../schema/document-tree.ts";

/** OpenAPI Overlay 1.0: changes that are applied to a document after it is read. */
export interface Overlay {
  readonly file: string;
  /** Target document: an absolute path or an API name. Absent if the overlay applies to every document. */
  readonly extends?: { readonly file: string; readonly api: string };
  readonly actions: readonly OverlayAction[];
}

interface OverlayAction {
  /** JSONPath (RFC 9535) of the nodes to change. */
  readonly target: string;
  readonly update?: Json;
  readonly remove: boolean;
}

/** Maximum number of steps for all actions of an overlay: nodes that are read, found or changed. */
const MAX_STEPS = 10_000_000;

/** Number of steps for changing a node. Reading a node costs one step. */
const STEPS_OF_CHANGE = 20;

const readErrorOptions = {
  code: "invalid-overlay",
  hint: 'An overlay has overlay: "1.0.0", info, and a list of actions, each with a target and an update or remove: true',
};

/**
 * Reads an overlay in YAML or JSON.
 * @throws ToolError "invalid-overlay" with the location of the fault.
 */
export async function readOverlay(path: string): Promise<Overlay> {
  const file = resolve(path);
  const root = await readPlain(path, readErrorOptions);
  const createOverlayError = (pointer: string, reason: string): ToolError =>
    new ToolError("invalid-overlay", `Cannot use "${path}" as an overlay: ${reason}`, {
      at: locateInFile({ file, parts: {} }, file, pointer),
      hint: readErrorOptions.hint,
    });
  if (!isObject(root) || !/^1\.\d+\.\d+$/.test(String(root["overlay"])))
    throw createOverlayError("/overlay", 'it has no member overlay: "1.0.0"');
  const actions = toList(root["actions"]).map(object);
  if (actions.length === 0) throw createOverlayError("/actions", "it has no actions");
  for (const [index, { target, update, remove }] of actions.entries()) {
    const actionPointer = join("/actions", index);
    if (typeof target !== "string") throw createOverlayError(actionPointer, `action ${index + 1} has no target`);
    const reason = jsonPathFault(target);
    if (reason !== undefined)
      throw createOverlayError(`${actionPointer}/target`, `"${target}" is not a JSONPath: ${reason}`);
    if (update === undefined && remove !== true)
      throw createOverlayError(actionPointer, `action ${index + 1} has neither update nor remove: true`);
  }
  const extendedDocument = root["extends"];
  return {
    file,
    ...(typeof extendedDocument === "string" && {
      extends: { file: resolve(dirname(file), extendedDocument), api: extendedDocument },
    }),
    actions: actions.map(({ target, update, remove }) =>
      omitUndefined({
        target: target as string,
        update,
        remove: remove === true,
      }),
    ),
  };
}

/**
 * Applies overlays to documents in order. Each `$ref` in an update must be local. An action without matches changes
 * nothing and adds a problem.
 * @throws ToolError "overlay-unmatched" if the target document of an overlay is not loaded, "overlay-too-large" if its
 *   actions take too many steps.
 */
export function applyOverlays(drafts: readonly Draft[], overlays: readonly Overlay[]): readonly Draft[] {
  return overlays.reduce(applyOverlay, drafts);
}

function applyOverlay(drafts: readonly Draft[], overlay: Overlay): readonly Draft[] {
  const isTarget = (draft: Draft): boolean =>
    overlay.extends === undefined || overlay.extends.file === draft.file || overlay.extends.api === draft.api;
  const targets = drafts.filter(isTarget);
  const [first] = targets;
  if (!first) {
    throw new ToolError(
      "overlay-unmatched",
      `Cannot apply "${overlay.file}": no loaded document is "${overlay.extends?.api}"`,
      {
        at: { file: overlay.file },
        hint: `"extends" must be a file or one of the loaded APIs: ${drafts.map(({ api }) => api).join(", ")}`,
      },
    );
  }
  const editsByDraft = new Map(targets.map((draft) => [draft, createEdit(draft, overlay)]));
  withinBudget(() => overlay.actions.forEach(applyAction), MAX_STEPS);
  return drafts.map((draft) => editsByDraft.get(draft)?.finish() ?? draft);

  function applyAction(action: OverlayAction, index: number): void {
    const counts = [...editsByDraft.values()].map((edit) => applyOrThrow(edit, action, index));
    if (counts.every((count) => count === 0))
      editsByDraft
        .get(first as Draft)
        ?.report(
          "overlay-target-missing",
          join("/actions", index, "target"),
          `Target "${action.target}" matches nothing`,
        );
  }

  function applyOrThrow(edit: DocumentEdit, action: OverlayAction, index: number): number {
    try {
      return edit.apply(action, index);
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      const reason = `its actions up to number ${index + 1}, at "${action.target}", take too many steps`;
      throw new ToolError("overlay-too-large", `Cannot apply "${overlay.file}": ${reason}`, {
        at: { file: overlay.file, pointer: join("/actions", index, "target") },
        hint: "Use targets without a recursive search, or split the overlay",
      });
    }
  }
}

interface DocumentEdit {
  /** Applies an action and returns the number of matched nodes. */
  apply(action: OverlayAction, index: number): number;
  report(code: string, pointer: string, message: string): void;
  finish(): Draft;
}

function createEdit(draft: Draft, { file }: Overlay): DocumentEdit {
  const document = structuredClone(draft.document) as Record<string, Json>;
  const origins = {
    ...draft.origins,
    parts: { ...draft.origins.parts },
    examples: [...(draft.origins.examples ?? [])],
  };
  const problems: Problem[] = [...draft.problems];
  return {
    apply,
    report: reportOverlay,
    finish: () => ({ ...draft, document: withoutUnresolvedReferences(), origins, problems, isOverlaid: true }),
  };

  function apply({ target, update, remove }: OverlayAction, index: number): number {
    const locations = findLocations(target, document);
    // Reverse order, so that removing a list item does not shift the items that are removed next.
    for (const location of locations.toReversed()) {
      const pointer = join("", ...location);
      const key = location.at(-1);
      const owner = key === undefined ? undefined : (valueAt(document, join("", ...location.slice(0, -1))) as Json);
      if (remove && owner !== undefined) removeFrom(owner, key as string | number);
      else if (update !== undefined && isObject(valueAt(document, pointer) ?? null) && !isObject(update))
        reportOverlay(
          "overlay-misfit",
          join("/actions", index, "update"),
          `The update of "${target}" must be an object, as its target is one`,
        );
      else if (update !== undefined) writeUpdate(owner, key, update, pointer, join("/actions", index, "update"));
    }
    return locations.length;
  }

  function writeUpdate(
    owner: Json | undefined,
    key: string | number | undefined,
    update: Json,
    to: string,
    from: string,
  ): void {
    const merged = mergeUpdate(valueAt(document, to) as Json, update, to, from);
    if (owner === undefined) Object.assign(document, merged);
    else if (Array.isArray(owner)) owner[key as number] = merged;
    else define(owner as Record<string, Json>, key as string, merged);
  }

  /** Merges objects member by member, appends to lists, and replaces other values by a copy. */
  function mergeUpdate(current: Json | undefined, update: Json, to: string, from: string): Json {
    spend(STEPS_OF_CHANGE);
    if (isObject(current) && isObject(update)) {
      for (const [name, value] of Object.entries(update)) {
        const currentMember = Object.hasOwn(current, name) ? current[name] : undefined;
        define(
          current as Record<string, Json>,
          name,
          mergeUpdate(currentMember, value, join(to, name), join(from, name)),
        );
      }
      return current;
    }
    if (Array.isArray(current)) {
      const entries = copyUpdate(Array.isArray(update) ? (update as Json[]) : [update]);
      entries.forEach((entry, index) => {
        origins.parts[join(to, current.length)] = { file, pointer: Array.isArray(update) ? join(from, index) : from };
        (current as Json[]).push(entry);
      });
      return current;
    }
    origins.parts[to] = { file, pointer: from };
    return copyUpdate(update);
  }

  function reportOverlay(code: string, pointer: string, message: string): void {
    problems.push({ code, message, at: locateInFile(origins, file, pointer) });
  }

  function withoutUnresolvedReferences(): JsonObject {
    return rewriteTree(document, "document", (node, _, pointer) => {
      const { $ref, ...rest } = node;
      const isUnresolved =
        typeof $ref === "string" && (!$ref.startsWith("#") || valueAt(document, targetPointer($ref)) === undefined);
      if (!isUnresolved) return node;
      const origin = origins.parts[pointer];
      reportOverlay(
        "unresolved-ref",
        origin?.pointer ?? "",
        `Cannot resolve "${$ref}": it leads to no part of the document`,
      );
      return rest;
    }) as JsonObject;
  }
}

function removeFrom(owner: Json, key: string | number): void {
  if (Array.isArray(owner)) owner.splice(Number(key), 1);
  else delete (owner as Record<string, Json>)[key];
}

/** Returns a copy of an update, so that a later action changes only one of the updated nodes. */
function copyUpdate<Value extends Json | Json[]>(value: Value): Value {
  spendSteps(value);
  return structuredClone(value);
}

function spendSteps(value: Json | readonly Json[]): void {
  spend(STEPS_OF_CHANGE);
  if (typeof value === "object" && value !== null) Object.values(value).forEach(spendSteps);
}
