import { type FSWatcher, watch } from "node:fs";

/** What contracts are written in, and folders. */
const relevant = /\.(ya?ml|json|graphqls?|gql)$|^[^.]+$/;

/** An editor writes a file in several steps, and a checkout many files: so long, in milliseconds, nothing may happen. */
const QUIET = 100;

export interface WatchSettings {
  /** Which folders, asked anew after each change. */
  readonly folders: () => readonly string[];
  /** Called once things have settled, and never while it is still at work. */
  readonly changed: () => Promise<void>;
  /** Told why something cannot be watched. */
  readonly failed: (reason: string) => void;
}

/**
 * Watches folders, and not files: who saves by renaming puts another file in the place of the one that
 * was watched. Answers what ends it.
 */
export function watchFolders({ folders, changed, failed }: WatchSettings): () => void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> | undefined;
  aim();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };

  function aim(): void {
    const wanted = new Set(folders());
    for (const [folder, watcher] of watchers) if (!wanted.has(folder)) forget(folder, watcher);
    for (const folder of wanted) if (!watchers.has(folder)) open(folder);
  }

  function open(folder: string): void {
    try {
      const watcher = watch(folder, (_, name) => {
        if (name === null || relevant.test(name)) touched();
      });
      watchers.set(folder, watcher);
      // A folder that is gone.
      watcher.on("error", () => forget(folder, watcher));
    } catch (error) {
      failed(`Cannot watch "${folder}": ${(error as Error).message}`);
    }
  }

  function forget(folder: string, watcher: FSWatcher): void {
    watchers.delete(folder);
    watcher.close();
  }

  function touched(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Before as well, so that nothing in a new folder goes unseen.
      work = (work ?? Promise.resolve())
        .then(aim)
        .then(changed)
        .then(aim)
        // A folder that went away while it was looked at.
        .catch((error: unknown) => failed(String(error)));
    }, QUIET);
  }
}
