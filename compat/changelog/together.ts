import type { Entry } from "./entry.ts";
import { changeText } from "./values.ts";

/**
 * One entry in place of two where the same is told of what is sent and of what is answered at one place of an
 * operation. It goes by the id of the first, and covers the second.
 */
export function together(entries: readonly Entry[]): Entry[] {
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
