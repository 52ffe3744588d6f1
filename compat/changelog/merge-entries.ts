import type { Entry } from "./entry.ts";
import { changeText } from "./change-text.ts";

/**
 * Merges entries with the same content: at the same path of several operations, or in the request and response of one
 * operation. The merged entry has the first id and covers the others. Deprecations of several operations are not merged.
 */
export function mergeEntries(entries: readonly Entry[]): Entry[] {
  return mergeRequestsWithResponses(mergeOperations(entries));
}

function mergeOperations(entries: readonly Entry[]): Entry[] {
  const groups = Map.groupBy(entries, (entry) => {
    if (entry.path === "" || entry.kind === "deprecated") return entry.id;
    return JSON.stringify([mergeKey(entry), entry.direction, entry.rule, entry.impact, entry.action]);
  });
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const all = [first, ...others];
    return [
      {
        ...first,
        operations: [...new Set(all.flatMap(({ operations }) => operations))],
        covers: [...first.covers, ...others.flatMap(({ id, covers }) => [id, ...covers])],
      },
    ];
  });
}

function mergeRequestsWithResponses(entries: readonly Entry[]): Entry[] {
  const responses = Map.groupBy(
    entries.filter(({ direction }) => direction === "response"),
    mergeKey,
  );
  const mergedResponses = new Set<Entry>();
  const mergedByRequest = new Map<Entry, Entry>();
  for (const request of entries.filter(({ direction }) => direction === "request")) {
    const [operation = ""] = request.operations;
    const response = responses
      .get(mergeKey(request))
      ?.find((one) => !mergedResponses.has(one) && one.operations.includes(operation));
    if (!response) continue;
    mergedResponses.add(response);
    mergedByRequest.set(request, mergePair(request, response));
  }
  return entries.filter((entry) => !mergedResponses.has(entry)).map((entry) => mergedByRequest.get(entry) ?? entry);
}

/** Members that must be equal in entries to be merged. */
function mergeKey(entry: Entry): string {
  const { api, date, version, kind, compatibility, basis, path, message, sunset, replacement, note } = entry;
  return JSON.stringify([
    [api, date, version, kind, compatibility, basis, path, message],
    [changeText(entry), sunset, replacement, note],
  ]);
}

function mergePair(request: Entry, response: Entry): Entry {
  const { direction: _, rule, section, impact, action, ...entry } = request;
  return {
    ...entry,
    ...(section !== undefined && section === response.section && { section }),
    ...(rule !== undefined && rule === response.rule && { rule }),
    operations: [...new Set([...request.operations, ...response.operations])],
    ...mergedText("impact", impact, response.impact),
    ...mergedText("action", action, response.action),
    covers: [...request.covers, response.id, ...response.covers],
  };
}

/** Joins two texts, or returns one of them if they are equal. */
function mergedText<Field extends string>(field: Field, one: string | undefined, other: string | undefined) {
  const texts = [...new Set([one, other])].filter((text) => text !== undefined);
  if (texts.length === 0) return {};
  return { [field]: texts.join(" ") } as Readonly<Record<Field, string>>;
}
