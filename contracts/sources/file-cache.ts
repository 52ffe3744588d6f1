import { hash } from "node:crypto";
import { type Files, createLocalFiles } from "./files.ts";
import { type ParsedFile, parseFile } from "../parsing/parse.ts";

/** Runs a long computation. The caller can choose where it runs, so that it can be interrupted. */
export type RunComputation = <T>(compute: () => T) => T | Promise<T>;

/** Cache of parsed files. Each file is parsed once for all documents, and so are files with equal content. */
export interface FileCache {
  readonly files: Files;
  /** Runs a computation. After a large file was read, the caller's `RunComputation` runs it. */
  readonly compute: RunComputation;
  /**
   * Reads a file.
   * @throws if the file cannot be read.
   */
  readBytes(file: string, root: string): Promise<Uint8Array>;
  /**
   * Reads and parses a file.
   * @throws if the file cannot be read, or is not YAML or JSON.
   */
  read(file: string, root: string): Promise<ParsedFile>;
}

/** Maximum size of a cached file. Larger files are rarely shared between documents. */
const MAX_CACHED_BYTES = 1024 * 1024;

/** Creates an empty cache. */
export function createFileCache(
  files: Files = createLocalFiles(),
  compute: RunComputation = (computed) => computed(),
): FileCache {
  const resultsByFile = new Map<string, Promise<ParsedFile>>();
  const resultsByDigest = new Map<string, ParsedFile>();
  let isLarge = false;
  return {
    files,
    compute: (work) => (isLarge ? compute(work) : work()),
    readBytes,
    read: readParsedFile,
  };

  async function readBytes(file: string, root: string): Promise<Uint8Array> {
    const bytes = await files.read(file, root);
    isLarge ||= bytes.length > MAX_CACHED_BYTES;
    return bytes;
  }

  function readParsedFile(file: string, root: string): Promise<ParsedFile> {
    const key = `${root}\n${file}`;
    const cachedResult = resultsByFile.get(key);
    if (cachedResult) return cachedResult;
    const result = readBytes(file, root).then((bytes) => {
      const isNamedJson = /\.json$/i.test(file);
      // Small files are parsed directly, because this is too short to be interrupted.
      if (bytes.length <= MAX_CACHED_BYTES) return parseOnce(bytes, isNamedJson);
      resultsByFile.delete(key);
      return compute(() => parseFile(bytes, { isNamedJson }));
    });
    resultsByFile.set(key, result);
    return result;
  }

  /** Parses equal content once: two versions of a document share most of their files. */
  function parseOnce(bytes: Uint8Array, isNamedJson: boolean): ParsedFile {
    const key = `${isNamedJson} ${hash("sha256", bytes, "base64")}`;
    let parsed = resultsByDigest.get(key);
    if (!parsed) resultsByDigest.set(key, (parsed = parseFile(bytes, { isNamedJson })));
    return parsed;
  }
}
