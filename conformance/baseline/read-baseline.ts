import {
  type Json,
  type PlainFile,
  ToolError,
  isDate,
  isObject,
  nearestHint,
  plainLine,
  plainName,
  readPlain,
} from "../../contracts/index.ts";
import type { BaselineEntry } from "./baseline.ts";

const fields = ["finding", "cause", "api", "operation", "check", "headline", "reason", "expires"] as const;

const refusal = {
  code: "unreadable-baseline",
  hint: "An entry has: finding (an id) or cause, reason, expires (YYYY-MM-DD), and optionally api, operation, check and headline",
};

/**
 * Reads a baseline. An empty file has no entries.
 * @throws ToolError "unreadable-baseline".
 */
export async function readBaseline(file: string | PlainFile): Promise<readonly BaselineEntry[]> {
  const value = await readPlain(file, refusal);
  if (value === null) return [];
  if (!Array.isArray(value)) return rejectBaseline("it is not a list of entries", []);
  const entries = (value as readonly Json[]).map(readBaselineEntry);
  entries.forEach((entry, index) => {
    const first = entries.findIndex((other) => describeEntry(other) === describeEntry(entry));
    if (first < index) rejectBaseline(`${describeEntry(entry)} has two entries`, [String(index)]);
  });
  return entries;

  function rejectBaseline(reason: string, tokens: readonly string[]): never {
    throw new ToolError("unreadable-baseline", `Cannot read "${plainName(file)}": ${reason}`, {
      at: { file: plainName(file), line: plainLine(file, tokens) },
      hint: refusal.hint,
    });
  }

  function readBaselineEntry(node: Json, index: number): BaselineEntry {
    const at = [String(index)];
    if (!isObject(node)) return rejectBaseline(`entry ${index + 1} has no fields`, at);
    for (const [name, text] of Object.entries(node)) {
      if (!(fields as readonly string[]).includes(name))
        rejectBaseline(`an entry has no field "${name}"${nearestHint(name, fields)}`, [...at, name]);
      // YAML reads an id of digits only as a number and may lose digits.
      if (typeof text !== "string" || text.trim() === "")
        rejectBaseline(`${name} is not a text${typeof text === "number" ? ": put it in quotes" : ""}`, [...at, name]);
    }
    const { finding, cause, reason, expires } = node;
    if ((finding === undefined) === (cause === undefined)) rejectBaseline("an entry needs either finding or cause", at);
    if (reason === undefined) rejectBaseline("an entry has no reason", at);
    if (expires === undefined) rejectBaseline("an entry has no expires", at);
    if (!isDate(expires)) rejectBaseline("expires is not a day such as 2026-01-31", [...at, "expires"]);
    return node as unknown as BaselineEntry;
  }
}

function describeEntry({ finding, cause }: BaselineEntry): string {
  if (finding === undefined) return `the cause "${cause}"`;
  return `the finding "${finding}"`;
}
