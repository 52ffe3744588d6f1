import { hash } from "node:crypto";
import { type Files, createLocalFiles } from "./files.ts";
import { type ParsedFile, parseFile } from "../parsing/parse.ts";

/** Runs what takes long and does nothing but compute, so that it can be broken off. */
export type Compute = <T>(compute: () => T) => T | Promise<T>;

/** Files that were read, each parsed once, however many documents refer to it, and wherever else its bytes stand. */
export interface Library {
  readonly files: Files;
  /**
   * Runs what takes long, once a large file was read: with small ones alone, everything is done before anyone could break
   * it off.
   */
  readonly compute: Compute;
  /**
   * What is in a file as it is.
   * @throws where it cannot be read.
   */
  bytesOf(file: string, root: string): Promise<Uint8Array>;
  /**
   * What a file holds.
   * @throws where it cannot be read, or is no YAML or JSON.
   */
  read(file: string, root: string): Promise<ParsedFile>;
}

/** What is larger is a document rather than a part that several share: it is not held on to. */
const MAX_SHARED = 1024 * 1024;

/** A library without any files yet. */
export function createLibrary(files: Files = createLocalFiles(), compute: Compute = (computed) => computed()): Library {
  const shared = new Map<string, Promise<ParsedFile>>();
  const byContent = new Map<string, ParsedFile>();
  let isLarge = false;
  return {
    files,
    compute: (work) => (isLarge ? compute(work) : work()),
    bytesOf,
    read,
  };

  async function bytesOf(file: string, root: string): Promise<Uint8Array> {
    const bytes = await files.read(file, root);
    isLarge ||= bytes.length > MAX_SHARED;
    return bytes;
  }

  function read(file: string, root: string): Promise<ParsedFile> {
    const key = `${root}\n${file}`;
    const known = shared.get(key);
    if (known) return known;
    const found = bytesOf(file, root).then((bytes) => {
      // What is small is parsed before anyone could break it off.
      if (bytes.length <= MAX_SHARED) return parseOnce(bytes);
      shared.delete(key);
      return compute(() => parseFile(bytes));
    });
    shared.set(key, found);
    return found;
  }

  /** Of the thousands of files of a document, its next version has most as they were. */
  function parseOnce(bytes: Uint8Array): ParsedFile {
    const key = hash("sha256", bytes, "base64");
    let parsed = byContent.get(key);
    if (!parsed) byContent.set(key, (parsed = parseFile(bytes)));
    return parsed;
  }
}
