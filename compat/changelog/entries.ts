import { compareText } from "../model/compare-text.ts";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type PlainFile, ToolError, plainLine, plainName, toPlainYaml, readPlain } from "../../contracts/index.ts";
import type { Entry } from "./entry.ts";
import { parseEntry, writtenFields } from "./entry-fields.ts";
import { createSlug } from "./slug.ts";

const refusal = {
  code: "invalid-entry",
  hint: "Correct the file; docs/guides/changelog.md describes the fields of an entry",
};

/**
 * Reads the entries of a changelog: one for each YAML file of a folder, or for each given file. Returns none if the
 * folder does not exist. Includes hidden entries and reminders. An announcement is an entry without `hidden` and
 * `reminds` that no later entry revokes.
 * @throws ToolError "invalid-entry" with file and line for an invalid entry, and for an id that two files share.
 * @example
 * const entries = await readEntries("changelog/entries");
 * const announced = entries.filter(({ kind, reminds, hidden }) => kind === "deprecated" && !reminds && !hidden);
 */
export async function readChangelog(folder: string | readonly PlainFile[]): Promise<readonly Entry[]> {
  const files = new Map<string, string>();
  const entries: Entry[] = [];
  for (const file of typeof folder === "string" ? await listEntryFiles(folder) : folder) {
    const entry = await readChangelogEntry(file);
    const other = files.get(entry.id);
    if (other !== undefined) throw invalidEntryError(file, ["id"], `its id ${entry.id} is also the id of "${other}"`);
    files.set(entry.id, plainName(file));
    entries.push(entry);
  }
  return entries;
}

/** File name of a new entry. Users can rename the file. */
export function entryFile({ date, api, id }: Entry): string {
  return `${date}-${createSlug(api)}-${id}.yaml`;
}

/** Text of an entry's file. */
export async function entryText(entry: Entry): Promise<string> {
  return `# Yours to edit: the tool never writes this file again. "hidden: true" takes the entry away for good.\n${await toPlainYaml(writtenFields(entry))}`;
}

async function readChangelogEntry(file: string | PlainFile): Promise<Entry> {
  const read = parseEntry(await readPlain(file, refusal));
  if ("entry" in read) return read.entry;
  const { field, reason } = read.mistake;
  throw invalidEntryError(file, field === undefined ? [] : [field], reason);
}

async function listEntryFiles(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => /\.ya?ml$/.test(name))
      .toSorted(compareText)
      .map((name) => join(folder, name));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    const reason = code === "ENOTDIR" ? "it is not a folder" : message;
    throw new ToolError("invalid-entry", `Cannot read "${folder}": ${reason}`, { at: { file: folder }, cause });
  }
}

function invalidEntryError(file: string | PlainFile, tokens: readonly string[], reason: string): ToolError {
  return new ToolError("invalid-entry", `Cannot read "${plainName(file)}" as an entry of the changelog: ${reason}`, {
    at: { file: plainName(file), line: plainLine(file, tokens) },
    hint: refusal.hint,
  });
}
