import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { LineCounter, isCollection, isPair, parseDocument } from "yaml";
import type { Location } from "./contract.ts";
import { tokensOf } from "./pointer.ts";

/** Which file each part of a bundled document was written in. */
export interface Origins {
  /** The document's own file, absolute. */
  readonly file: string;
  /** Parts that came from elsewhere, by their pointer in the bundle. */
  readonly parts: Readonly<Record<string, Origin>>;
}

export interface Origin {
  readonly file: string;
  readonly pointer: string;
}

const lineFinders = new WeakMap<Origins, Map<string, LineFinder>>();

/** The location of a pointer of the bundle. */
export function locateIn(origins: Origins, pointer: string): Location {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    const origin = origins.parts[pointer.slice(0, end)];
    if (origin) return placeIn(origins, origin.file, origin.pointer + pointer.slice(end));
  }
  return placeIn(origins, origins.file, pointer);
}

/** The location of a pointer inside a source file. The line is found when it is first asked for. */
export function placeIn(origins: Origins, file: string, pointer: string): Location {
  let line: number | undefined;
  return {
    file: shown(file),
    pointer,
    get line() {
      return (line ??= lineFinderOf(origins, file)(pointer));
    },
  };
}

type LineFinder = (pointer: string) => number;

function lineFinderOf(origins: Origins, file: string): LineFinder {
  let finders = lineFinders.get(origins);
  if (!finders) lineFinders.set(origins, (finders = new Map()));
  let finder = finders.get(file);
  if (!finder) finders.set(file, (finder = createLineFinder(file)));
  return finder;
}

/** For a pointer, the line of its key, or of the nearest part of it that exists. */
function createLineFinder(file: string): LineFinder {
  const counter = new LineCounter();
  const root = parseDocument(readFileSync(file, "utf8"), {
    lineCounter: counter,
    logLevel: "silent",
    uniqueKeys: false,
  });
  return (pointer) => {
    let node: unknown = root.contents;
    let offset = 0;
    for (const token of tokensOf(pointer)) {
      if (!isCollection(node)) break;
      const item = node.items.find((candidate, index) =>
        isPair(candidate) ? String(keyOf(candidate.key)) === token : index === Number(token),
      );
      if (item === undefined) break;
      const anchor = isPair(item) ? item.key : item;
      offset = (anchor as { range?: [number, number, number] }).range?.[0] ?? offset;
      node = isPair(item) ? item.value : item;
    }
    return counter.linePos(offset).line;
  };
}

function keyOf(key: unknown): unknown {
  return typeof key === "object" && key !== null && "value" in key ? key.value : key;
}

/** Paths below the working directory are shown from there. */
function shown(file: string): string {
  const short = relative(process.cwd(), file);
  return short.startsWith("..") ? file : short.split(sep).join("/");
}
