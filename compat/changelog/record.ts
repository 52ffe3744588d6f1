import { type Json, ToolError, isObject } from "../../contracts/index.ts";
import { type Entry } from "./entry.ts";

/** Everything that was ever published, as JSON; the feed is made of it. */
export function renderRecord(entries: readonly Entry[]): string {
  return `${JSON.stringify({ version: 1, entries }, null, 2)}\n`;
}

/**
 * Reads what `renderRecord` wrote.
 * @throws ToolError "unreadable-changelog" for anything else: going on would publish every entry again.
 */
export function readRecord(text: string, file: string): Entry[] {
  const record = parse(text, file);
  const entries = isObject(record) && record["version"] === 1 ? record["entries"] : undefined;
  if (!Array.isArray(entries) || !entries.every(isEntry)) {
    throw unreadable(file, "it is not a record of published entries");
  }
  return entries as unknown as Entry[];
}

const texts = ["id", "date", "rule", "kind", "verdict", "section", "api", "operation", "path", "message", "why"];

function isEntry(value: Json): boolean {
  return (
    isObject(value) &&
    texts.every((name) => typeof value[name] === "string") &&
    /^\d{4}-\d\d-\d\d$/.test(String(value["date"])) &&
    Array.isArray(value["operations"])
  );
}

function parse(text: string, file: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw unreadable(file, error instanceof Error ? error.message : String(error));
  }
}

function unreadable(file: string, reason: string): ToolError {
  return new ToolError("unreadable-changelog", `Cannot read "${file}": ${reason}`, {
    at: { file },
    hint: "Restore it from version control: it says which entries were published",
  });
}
