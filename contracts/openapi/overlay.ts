import { list, object } from "../model/json-parts.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { dirname, resolve } from "node:path";
import { OverBudget, spend, withinBudget } from "../patterns/work.ts";
import type { Problem } from "../model/contract.ts";
import type { Draft } from "./draft.ts";
import { ToolError } from "../model/error.ts";
import { locateInFile } from "../parsing/origins.ts";
import { faultOfPath, placesFound } from "./overlay-targets.ts";
import { readPlain } from "../parsing/plain.ts";
import { join, targetPointer, valueAt } from "../model/pointer.ts";
import { define, isObject, rewriteTree } from "../model/shapes.ts";

/** An OpenAPI Overlay 1.0: changes to a document that leave its file alone. */
export interface Overlay {
  readonly file: string;
  /** The document that it is for, absolute, or the name of an API; every document where it does not say. */
  readonly extends?: { readonly file: string; readonly api: string };
  readonly actions: readonly Action[];
}

interface Action {
  /** A JSONPath (RFC 9535). */
  readonly target: string;
  readonly update?: Json;
  readonly remove: boolean;
}

/** Steps that the actions of an overlay may take: places that are read, found or changed. */
const MOST_STEPS = 10_000_000;

/** A part that is written takes more than one that is read. */
const STEPS_OF_CHANGE = 20;

const refusal = {
  code: "invalid-overlay",
  hint: 'An overlay holds overlay: "1.0.0", info, and a list of actions, each with a target and an update or remove: true',
};

/**
 * Reads an overlay, YAML or JSON.
 * @throws ToolError "invalid-overlay" with the place that is wrong.
 */
export async function readOverlay(path: string): Promise<Overlay> {
  const file = resolve(path);
  const root = await readPlain(path, refusal);
  const fault = (pointer: string, reason: string): ToolError =>
    new ToolError("invalid-overlay", `Cannot use "${path}" as an overlay: ${reason}`, {
      at: locateInFile({ file, parts: {} }, file, pointer),
      hint: refusal.hint,
    });
  if (!isObject(root) || !/^1\.\d+\.\d+$/.test(String(root["overlay"])))
    throw fault("/overlay", 'it does not begin with overlay: "1.0.0"');
  const actions = list(root["actions"]).map(object);
  if (actions.length === 0) throw fault("/actions", "it has no actions");
  for (const [index, { target, update, remove }] of actions.entries()) {
    const at = join("/actions", index);
    if (typeof target !== "string") throw fault(at, `action ${index + 1} has no target`);
    const reason = faultOfPath(target);
    if (reason !== undefined) throw fault(`${at}/target`, `"${target}" is not a JSONPath: ${reason}`);
    if (update === undefined && remove !== true)
      throw fault(at, `action ${index + 1} neither updates nor removes anything`);
  }
  const base = root["extends"];
  return {
    file,
    ...(typeof base === "string" && { extends: { file: resolve(dirname(file), base), api: base } }),
    actions: actions.map(({ target, update, remove }) => ({
      target: target as string,
      ...(update !== undefined && { update }),
      remove: remove === true,
    })),
  };
}

/**
 * Applies overlays to documents, in their order; each `$ref` in an update leads to a part of the same
 * document. An action that finds nothing changes nothing, and is told as a problem of the document.
 * @throws ToolError "overlay-unmatched" where an overlay is for a document that is not among them,
 *   "overlay-too-large" where its actions take too many steps.
 */
export function applyOverlays(drafts: readonly Draft[], overlays: readonly Overlay[]): readonly Draft[] {
  return overlays.reduce(applyOverlay, drafts);
}

function applyOverlay(drafts: readonly Draft[], overlay: Overlay): readonly Draft[] {
  const isMeant = (draft: Draft): boolean =>
    overlay.extends === undefined || overlay.extends.file === draft.file || overlay.extends.api === draft.api;
  const meant = drafts.filter(isMeant);
  const [first] = meant;
  if (!first) {
    throw new ToolError(
      "overlay-unmatched",
      `Cannot apply "${overlay.file}": no document that was loaded is "${overlay.extends?.api}"`,
      {
        at: { file: overlay.file },
        hint: `"extends" names a file, or an API: ${drafts.map(({ api }) => api).join(", ")}`,
      },
    );
  }
  const edited = new Map(meant.map((draft) => [draft, createEdit(draft, overlay)]));
  withinBudget(() => overlay.actions.forEach(applyAction), MOST_STEPS);
  return drafts.map((draft) => edited.get(draft)?.finish() ?? draft);

  function applyAction(action: Action, index: number): void {
    const counts = [...edited.values()].map((edit) => applied(edit, action, index));
    if (counts.every((count) => count === 0))
      edited
        .get(first as Draft)
        ?.report("overlay-target-missing", join("/actions", index, "target"), `Nothing is at "${action.target}"`);
  }

  function applied(edit: Edit, action: Action, index: number): number {
    try {
      return edit.apply(action, index);
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      const reason = `its actions up to number ${index + 1}, at "${action.target}", take too many steps`;
      throw new ToolError("overlay-too-large", `Cannot apply "${overlay.file}": ${reason}`, {
        at: { file: overlay.file, pointer: join("/actions", index, "target") },
        hint: "Name the places that are to change in place of searching for them, or divide the overlay",
      });
    }
  }
}

interface Edit {
  /** How many nodes the action found. */
  apply(action: Action, index: number): number;
  report(code: string, pointer: string, message: string): void;
  finish(): Draft;
}

function createEdit(draft: Draft, { file }: Overlay): Edit {
  const document = structuredClone(draft.document) as Record<string, Json>;
  const origins = {
    ...draft.origins,
    parts: { ...draft.origins.parts },
    examples: [...(draft.origins.examples ?? [])],
  };
  const problems: Problem[] = [...draft.problems];
  return {
    apply,
    report,
    finish: () => ({ ...draft, document: withoutLooseEnds(), origins, problems, isOverlaid: true }),
  };

  function apply({ target, update, remove }: Action, index: number): number {
    const found = placesFound(target, document);
    // From behind, so that what is removed from a list does not move what is removed next.
    for (const location of found.toReversed()) {
      const pointer = join("", ...location);
      const key = location.at(-1);
      const owner = key === undefined ? undefined : (valueAt(document, join("", ...location.slice(0, -1))) as Json);
      if (remove && owner !== undefined) removeFrom(owner, key as string | number);
      else if (update !== undefined && isObject(valueAt(document, pointer) ?? null) && !isObject(update))
        report(
          "overlay-misfit",
          join("/actions", index, "update"),
          `What is at "${target}" is an object, and takes an object`,
        );
      else if (update !== undefined) put(owner, key, update, pointer, join("/actions", index, "update"));
    }
    return found.length;
  }

  function put(
    owner: Json | undefined,
    key: string | number | undefined,
    update: Json,
    to: string,
    from: string,
  ): void {
    const merged = merge(valueAt(document, to) as Json, update, to, from);
    if (owner === undefined) Object.assign(document, merged);
    else if (Array.isArray(owner)) owner[key as number] = merged;
    else define(owner as Record<string, Json>, key as string, merged);
  }

  /** Objects are merged member by member, lists grow, and anything else is replaced by a copy. */
  function merge(current: Json | undefined, update: Json, to: string, from: string): Json {
    spend(STEPS_OF_CHANGE);
    if (isObject(current) && isObject(update)) {
      for (const [name, value] of Object.entries(update)) {
        const own = Object.hasOwn(current, name) ? current[name] : undefined;
        define(current as Record<string, Json>, name, merge(own, value, join(to, name), join(from, name)));
      }
      return current;
    }
    if (Array.isArray(current)) {
      const entries = copied(Array.isArray(update) ? (update as Json[]) : [update]);
      entries.forEach((entry, index) => {
        origins.parts[join(to, current.length)] = { file, pointer: Array.isArray(update) ? join(from, index) : from };
        (current as Json[]).push(entry);
      });
      return current;
    }
    origins.parts[to] = { file, pointer: from };
    return copied(update);
  }

  function report(code: string, pointer: string, message: string): void {
    problems.push({ code, message, at: locateInFile(origins, file, pointer) });
  }

  function withoutLooseEnds(): JsonObject {
    return rewriteTree(document, "document", (node, _, pointer) => {
      const { $ref, ...rest } = node;
      const isLoose =
        typeof $ref === "string" && (!$ref.startsWith("#") || valueAt(document, targetPointer($ref)) === undefined);
      if (!isLoose) return node;
      const origin = origins.parts[pointer];
      report("unresolved-ref", origin?.pointer ?? "", `Cannot resolve "${$ref}": it leads to no part of the document`);
      return rest;
    }) as JsonObject;
  }
}

function removeFrom(owner: Json, key: string | number): void {
  if (Array.isArray(owner)) owner.splice(Number(key), 1);
  else delete (owner as Record<string, Json>)[key];
}

/** A copy of an update, so that another action changes it in one place only. */
function copied<Value extends Json | Json[]>(value: Value): Value {
  visitAll(value);
  return structuredClone(value);
}

function visitAll(value: Json | readonly Json[]): void {
  spend(STEPS_OF_CHANGE);
  if (typeof value === "object" && value !== null) Object.values(value).forEach(visitAll);
}
