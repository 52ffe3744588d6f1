import type { Entry } from "./entry.ts";
import { changeText } from "./values.ts";

/**
 * One entry in place of several that tell the same: of one place in several operations, each of which has its own
 * definition of it; and of what is sent and what is answered at one place of an operation. It goes by the id of the
 * first, and covers the others. What announces something stays by itself: the operations of an announcement share a part.
 */
export function together(entries: readonly Entry[]): Entry[] {
  return bothSides(acrossOperations(entries));
}

function acrossOperations(entries: readonly Entry[]): Entry[] {
  const groups = Map.groupBy(entries, (entry) =>
    entry.path === "" || entry.kind === "deprecated"
      ? entry.id
      : JSON.stringify([likeness(entry), entry.direction, entry.rule, entry.impact, entry.action]),
  );
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

function bothSides(entries: readonly Entry[]): Entry[] {
  const answers = Map.groupBy(
    entries.filter(({ direction }) => direction === "response"),
    likeness,
  );
  const joined = new Set<Entry>();
  const both = new Map<Entry, Entry>();
  for (const request of entries.filter(({ direction }) => direction === "request")) {
    const [operation = ""] = request.operations;
    const response = answers
      .get(likeness(request))
      ?.find((one) => !joined.has(one) && one.operations.includes(operation));
    if (!response) continue;
    joined.add(response);
    both.set(request, joinedOf(request, response));
  }
  return entries.filter((entry) => !joined.has(entry)).map((entry) => both.get(entry) ?? entry);
}

/** What two entries must have in common, beside an operation. */
function likeness(entry: Entry): string {
  const { api, date, version, kind, compatibility, basis, path, message, sunset, replacement, note } = entry;
  return JSON.stringify([
    [api, date, version, kind, compatibility, basis, path, message],
    [changeText(entry), sunset, replacement, note],
  ]);
}

function joinedOf(request: Entry, response: Entry): Entry {
  const { direction: _, rule, section, impact, action, ...entry } = request;
  return {
    ...entry,
    ...(section !== undefined && section === response.section && { section }),
    ...(rule !== undefined && rule === response.rule && { rule }),
    operations: [...new Set([...request.operations, ...response.operations])],
    ...textOf("impact", impact, response.impact),
    ...textOf("action", action, response.action),
    covers: [...request.covers, response.id, ...response.covers],
  };
}

/** Both texts, the second only where it says something else. */
function textOf<Field extends string>(field: Field, one: string | undefined, other: string | undefined) {
  const texts = [...new Set([one, other])].filter((text) => text !== undefined);
  return texts.length === 0 ? {} : ({ [field]: texts.join(" ") } as Readonly<Record<Field, string>>);
}
