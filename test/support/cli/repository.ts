import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";

/** Has each test stand in an empty folder of its own. */
export function eachInFolder(): void {
  let folder: string;
  let home: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "concord-test-"));
    home = process.cwd();
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(home);
    rmSync(folder, { recursive: true });
  });
}

/** Has each test stand in an empty git repository of its own. */
export function eachInRepository(): void {
  eachInFolder();
  beforeEach(initialize);
}

/** Makes a git repository of the folder that a test stands in. */
export function initialize(): void {
  git("init", "--quiet", "--initial-branch=main");
}

const settings = ["user.name=Ann", "user.email=ann@example.com", "commit.gpgsign=false"].flatMap((one) => ["-c", one]);

/** Runs git where a test stands. */
export function git(...argv: readonly string[]): void {
  execFileSync("git", [...settings, ...argv], { stdio: "pipe" });
}

/** Commits what there is, or some files of it, on a day; with a tag, where one is given. */
export function commit({
  tag,
  day = "2026-01-01",
  files = ["."],
}: { readonly tag?: string; readonly day?: string; readonly files?: readonly string[] } = {}): void {
  git("add", "--all", "--", ...files);
  const dates = { GIT_AUTHOR_DATE: `${day}T12:00:00Z`, GIT_COMMITTER_DATE: `${day}T12:00:00Z` };
  execFileSync("git", [...settings, "commit", "--quiet", "--allow-empty", "--message", tag ?? day], {
    env: { ...process.env, ...dates },
    stdio: "pipe",
  });
  if (tag !== undefined) git("tag", tag);
}
