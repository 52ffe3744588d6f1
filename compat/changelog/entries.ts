import { compareText } from "../model/compare-text.ts";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type PlainFile, ToolError, plainLine, plainName, plainText, readPlain } from "../../contracts/index.ts";
import type { Entry } from "./entry.ts";
import { entryIn, fieldsOf } from "./fields.ts";
import { slugOf } from "./slug.ts";

const refusal = {
  code: "invalid-entry",
  hint: "Correct the file; docs/guides/changelog.md lists the members of an entry",
};

/**
 * The entries of a changelog: every YAML file of a folder is one, or each that is given. None where there is no such
 * folder. Hidden ones and
 * reminders are among them; what an announcement is, is an entry with neither `hidden` nor `reminds`, which no later
 * one takes back.
 * @throws ToolError "invalid-entry" with file and line for what is no entry, and for an id that two files have.
 * @example
 * const entries = await readEntries("changelog/entries");
 * const announced = entries.filter(({ kind, reminds, hidden }) => kind === "deprecated" && !reminds && !hidden);
 */
export async function readEntries(folder: string | readonly PlainFile[]): Promise<readonly Entry[]> {
  const files = new Map<string, string>();
  const entries: Entry[] = [];
  for (const file of typeof folder === "string" ? await filesIn(folder) : folder) {
    const entry = await readEntry(file);
    const other = files.get(entry.id);
    if (other !== undefined) throw wrong(file, ["id"], `its id ${entry.id} is that of "${other}"`);
    files.set(entry.id, plainName(file));
    entries.push(entry);
  }
  return entries;
}

/** The name of an entry's file, as it is made; a person may give it another. */
export function entryFile({ date, api, id }: Entry): string {
  return `${date}-${slugOf(api)}-${id}.yaml`;
}

/** An entry as the text of its file. */
export async function entryText(entry: Entry): Promise<string> {
  return `# Yours to edit: the tool never writes this file again. "hidden: true" takes the entry away for good.\n${await plainText(fieldsOf(entry))}`;
}

async function readEntry(file: string | PlainFile): Promise<Entry> {
  const read = entryIn(await readPlain(file, refusal));
  if ("entry" in read) return read.entry;
  const { field, reason } = read.mistake;
  throw wrong(file, field === undefined ? [] : [field], reason);
}

async function filesIn(folder: string): Promise<string[]> {
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

function wrong(file: string | PlainFile, tokens: readonly string[], reason: string): ToolError {
  return new ToolError("invalid-entry", `Cannot read "${plainName(file)}" as an entry of the changelog: ${reason}`, {
    at: { file: plainName(file), line: plainLine(file, tokens) },
    hint: refusal.hint,
  });
}
