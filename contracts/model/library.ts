import { type Files, localFiles } from "./files.ts";
import { type Parsed, parseFile } from "./parse.ts";

/** Files that were read, each parsed once, however many documents refer to it. */
export interface Library {
  readonly files: Files;
  /**
   * What a file holds.
   * @throws where it cannot be read, or is no YAML or JSON.
   */
  read(file: string, root: string): Promise<Parsed>;
}

/** What is larger is a document rather than a part that several share: it is not held on to. */
const MAX_SHARED = 1024 * 1024;

/** A library without any files yet. */
export function createLibrary(files: Files = localFiles): Library {
  const shared = new Map<string, Promise<Parsed>>();
  return { files, read };

  function read(file: string, root: string): Promise<Parsed> {
    const key = `${root}\n${file}`;
    const known = shared.get(key);
    if (known) return known;
    const found = files.read(file, root).then((bytes) => {
      if (bytes.length > MAX_SHARED) shared.delete(key);
      return parseFile(bytes);
    });
    shared.set(key, found);
    return found;
  }
}
