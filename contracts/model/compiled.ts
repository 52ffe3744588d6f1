import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { Draft } from "./draft.ts";

/** What a compiled folder holds beside one file per API. */
interface Index {
  /** Tells whether the sources are still those that were compiled. */
  readonly digest: string;
  readonly names: readonly string[];
}

const FOLDER = "compiled";
const INDEX = "index.json";

/**
 * The drafts of all documents of a contracts folder as they were compiled; nothing where its sources
 * (apis/ and shared/) have changed since, or nothing was compiled yet.
 */
export async function readCompiled(folder: string): Promise<readonly Draft[] | undefined> {
  const read = (name: string): unknown => {
    try {
      return JSON.parse(readFileSync(join(folder, FOLDER, name), "utf8"));
    } catch {
      // Absent, or cut off: as good as never compiled.
      return undefined;
    }
  };
  const index = read(INDEX) as Index | undefined;
  if (index?.digest !== digestOf(folder)) return undefined;
  const drafts = index.names.map((name) => read(`${name}.json`) as Draft | undefined);
  return drafts.every((draft) => draft !== undefined)
    ? drafts.map((draft) => placed(draft, (file) => join(folder, file)))
    : undefined;
}

/** Keeps compiled drafts beside their sources, if the folder can be written. */
export async function writeCompiled(folder: string, drafts: readonly Draft[]): Promise<void> {
  const target = join(folder, FOLDER);
  const temporary = `${target}-${randomUUID()}`;
  const shorten = (file: string): string => relative(folder, resolve(file)).split(sep).join("/");
  try {
    mkdirSync(temporary);
    for (const draft of drafts)
      writeFileSync(join(temporary, `${draft.api}.json`), JSON.stringify(placed(draft, shorten)));
    const index: Index = { digest: digestOf(folder), names: drafts.map(({ api }) => api) };
    writeFileSync(join(temporary, INDEX), JSON.stringify(index));
    rmSync(target, { recursive: true, force: true });
    renameSync(temporary, target);
  } catch {
    // A folder that cannot be written costs the next start its time, and nothing else.
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** A draft whose files are said otherwise. */
function placed(draft: Draft, rename: (file: string) => string): Draft {
  const { origins, problems } = draft;
  return {
    ...draft,
    file: rename(draft.file),
    origins: {
      file: rename(origins.file),
      parts: Object.fromEntries(
        Object.entries(origins.parts).map(([pointer, { file, pointer: at }]) => [
          pointer,
          { file: rename(file), pointer: at },
        ]),
      ),
    },
    problems,
  };
}

/** Changes with every change of a source, and with what compiles them. */
function digestOf(folder: string): string {
  const hash = createHash("sha256");
  for (const part of ["apis", "shared", "model"]) {
    for (const name of readdirSync(join(folder, part), { recursive: true, encoding: "utf8" }).toSorted()) {
      if (!/\.(ya?ml|json|graphql|ts|js)$/.test(name) || /\.(test|d)\.ts$/.test(name)) continue;
      hash.update(`${part}/${name}\0`).update(readFileSync(join(folder, part, name)));
    }
  }
  return hash.digest("hex");
}
