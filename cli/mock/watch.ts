import { hash } from "node:crypto";
import { type FSWatcher, lstatSync, readFileSync, readlinkSync, statSync, watch } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Watched } from "../../contracts/index.ts";

/** An editor writes a file in several steps, and a checkout many files: so long, in milliseconds, nothing may change. */
const QUIET = 100;

/** No more links than this lead to a file (Linux, path_resolution(7)). */
const MAX_LINKS = 40;

export interface WatchSettings {
  /** Which files, and in which folders others can appear; asked anew whenever something happens. */
  readonly watched: () => Watched;
  /** Called once files are others and have settled, and never while it is still at work. */
  readonly changed: () => Promise<void>;
  /** Told why something cannot be watched. */
  readonly failed: (reason: string) => void;
}

/** What files hold, by path. */
type Look = ReadonlyMap<string, string>;

/**
 * Calls back when files hold something else than before. Folders are watched, and not files: who saves by
 * renaming puts another file in the place of the one that was watched. What else happens in them only makes
 * it look: a log that is written there, say. Answers what ends it.
 */
export function watchFiles({ watched, changed, failed }: WatchSettings): () => void {
  const watchers = new Map<string, { readonly watcher: FSWatcher; readonly identity: string }>();
  const told = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isAtWork = false;
  let isOver = false;
  let known = look() ?? new Map<string, string>();
  /** What was seen a moment ago. */
  let last: Look = known;
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const { watcher } of watchers.values()) watcher.close();
  };

  function touched(): void {
    if (!isAtWork && !isOver) timer ??= setTimeout(settle, QUIET);
  }

  function settle(): void {
    timer = undefined;
    const now = look();
    if (!now || isSame(now, known)) return;
    if (isSame(now, last)) void work(now);
    else {
      last = now;
      touched();
    }
  }

  async function work(now: Look): Promise<void> {
    isAtWork = true;
    const began = Date.now() - QUIET / 2;
    await changed().catch((error: unknown) => failed(String(error)));
    isAtWork = false;
    if (isOver) return;
    const next = look();
    const read = (file: string, content: string): string => (isOlder(file, began) ? content : "unknown");
    if (next) known = new Map([...next].map(([file, content]) => [file, now.get(file) ?? read(file, content)]));
    touched();
  }

  /** What all files hold now. Nothing where a folder went away meanwhile: then more will happen. */
  function look(): Look | undefined {
    try {
      let found: Watched;
      do {
        found = watched();
        // In a folder that is watched only now, there may be more than was found.
      } while (aim(new Set([...found.folders, ...found.files].flatMap((path) => placesOf(path)))));
      return new Map(found.files.map((file) => [file, contentOf(file)]));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") fail((error as Error).message);
      return undefined;
    }
  }

  /** Watches these folders and no others; answers whether there are some among them that were not watched before. */
  function aim(wanted: ReadonlySet<string>): boolean {
    for (const [folder, { watcher, identity }] of watchers) {
      // A folder that was made again is another one.
      if (wanted.has(folder) && identityOf(folder) === identity) continue;
      watchers.delete(folder);
      watcher.close();
    }
    return [...wanted].filter((folder) => !watchers.has(folder) && open(folder)).length > 0;
  }

  function open(folder: string): boolean {
    try {
      const identity = identityOf(folder);
      const watcher = watch(folder, touched).on("error", touched);
      watchers.set(folder, { watcher, identity });
      return true;
    } catch (error) {
      fail(`Cannot watch "${folder}": ${(error as Error).message}`);
      return false;
    }
  }

  function fail(reason: string): void {
    if (!told.has(reason)) failed(reason);
    told.add(reason);
  }
}

function isSame(one: Look, other: Look): boolean {
  return one.size === other.size && [...one].every(([file, content]) => other.get(file) === content);
}

/** The folders in which something can happen to a path: its own or the nearest that there is, and those of links on the way. */
function placesOf(path: string, links = MAX_LINKS): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return [path];
  const place = nearestFolder(dirname(path));
  if (!found?.isSymbolicLink() || links === 0) return [place];
  return [place, ...placesOf(resolve(dirname(path), readlinkSync(path)), links - 1)];
}

function nearestFolder(folder: string): string {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : nearestFolder(dirname(folder));
}

function identityOf(folder: string): string {
  const { dev, ino, birthtimeNs } = statSync(folder, { bigint: true });
  return [dev, ino, birthtimeNs].join(" ");
}

/** Whether a file is as it was at a moment; what is not there is. */
function isOlder(file: string, moment: number): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0) < moment;
}

function contentOf(file: string): string {
  try {
    return hash("sha256", readFileSync(file));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unreadable";
  }
}
