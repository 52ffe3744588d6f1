import { hash } from "node:crypto";
import { type FSWatcher, lstatSync, readFileSync, readlinkSync, statSync, watch } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Watched } from "../../contracts/index.ts";

/** Milliseconds without a change after which files count as settled. Editors write in several steps, checkouts many files. */
const QUIET = 100;

/** Maximum number of symbolic links to a file (Linux, path_resolution(7)). */
const MAX_LINKS = 40;

/** Files to watch, and callbacks. */
export interface WatchSettings {
  /** Current files to watch, and folders in which new files can appear. Called after each event. */
  readonly watched: () => Watched;
  /** Called when changed files have settled. Never called again before its promise resolves. */
  readonly changed: () => Promise<void>;
  /** Called with the reason if something cannot be watched. */
  readonly failed: (reason: string) => void;
}

/** Digests of the contents of files, by path. */
type FileDigests = ReadonlyMap<string, string>;

/**
 * Calls back when the contents of files change. Watches folders, not files, because an editor that saves by renaming
 * replaces the watched file. Other events in these folders, such as a growing log, only cause a comparison of the
 * contents. Returns a function that ends the watching.
 */
export function watchFiles({ watched, changed, failed }: WatchSettings): () => void {
  const watchers = new Map<string, { readonly watcher: FSWatcher; readonly identity: string }>();
  const reported = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isCalling = false;
  let isClosed = false;
  let known = readDigests() ?? new Map<string, string>();
  /** Digests at the previous event. */
  let last: FileDigests = known;
  return () => {
    isClosed = true;
    clearTimeout(timer);
    for (const { watcher } of watchers.values()) watcher.close();
  };

  function scheduleCheck(): void {
    if (!isCalling && !isClosed) timer ??= setTimeout(checkSettled, QUIET);
  }

  function checkSettled(): void {
    timer = undefined;
    const now = readDigests();
    if (!now || haveSameDigests(now, known)) return;
    if (haveSameDigests(now, last)) void callChanged(now).catch((error: unknown) => failed(String(error)));
    else {
      last = now;
      scheduleCheck();
    }
  }

  async function callChanged(now: FileDigests): Promise<void> {
    isCalling = true;
    const startedAt = Date.now() - QUIET / 2;
    await changed().catch((error: unknown) => failed(String(error)));
    isCalling = false;
    if (isClosed) return;
    const next = readDigests();
    const digestOfNewFile = (file: string, digest: string): string => (isOlder(file, startedAt) ? digest : "unknown");
    if (next)
      known = new Map([...next].map(([file, digest]) => [file, now.get(file) ?? digestOfNewFile(file, digest)]));
    scheduleCheck();
  }

  /** Current digests of all files. Undefined if a folder disappeared, because more events will follow. */
  function readDigests(): FileDigests | undefined {
    try {
      let found: Watched;
      do {
        found = watched();
        // A folder that is watched only now may contain new files.
      } while (watchFolders(new Set([...found.folders, ...found.files].flatMap((path) => listWatchFolders(path)))));
      return new Map(found.files.map((file) => [file, digestFile(file)]));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") reportUnwatched((error as Error).message);
      return undefined;
    }
  }

  /** Watches exactly these folders. Returns true if some of them were not watched before. */
  function watchFolders(folders: ReadonlySet<string>): boolean {
    for (const [folder, { watcher, identity }] of watchers) {
      // A folder that was deleted and created again needs a new watcher.
      if (folders.has(folder) && identifyFolder(folder) === identity) continue;
      watchers.delete(folder);
      watcher.close();
    }
    return [...folders].filter((folder) => !watchers.has(folder) && startWatcher(folder)).length > 0;
  }

  function startWatcher(folder: string): boolean {
    try {
      const identity = identifyFolder(folder);
      const watcher = watch(folder, scheduleCheck).on("error", scheduleCheck);
      watchers.set(folder, { watcher, identity });
      return true;
    } catch (error) {
      reportUnwatched(`Cannot watch "${folder}": ${(error as Error).message}`);
      return false;
    }
  }

  function reportUnwatched(reason: string): void {
    if (!reported.has(reason)) failed(reason);
    reported.add(reason);
  }
}

function haveSameDigests(one: FileDigests, other: FileDigests): boolean {
  return one.size === other.size && [...one].every(([file, content]) => other.get(file) === content);
}

/** Folders whose events can affect a path: its nearest existing parent, and those of the links on the way. */
function listWatchFolders(path: string, links = MAX_LINKS): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return [path];
  const folder = nearestFolder(dirname(path));
  if (!found?.isSymbolicLink() || links === 0) return [folder];
  return [folder, ...listWatchFolders(resolve(dirname(path), readlinkSync(path)), links - 1)];
}

function nearestFolder(folder: string): string {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  return nearestFolder(dirname(folder));
}

function identifyFolder(folder: string): string {
  const { dev, ino, birthtimeNs } = statSync(folder, { bigint: true });
  return [dev, ino, birthtimeNs].join(" ");
}

/** True if a file was last changed before a time, or does not exist. */
function isOlder(file: string, moment: number): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0) < moment;
}

function digestFile(file: string): string {
  try {
    return hash("sha256", readFileSync(file));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unreadable";
  }
}
