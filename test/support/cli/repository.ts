import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";

/** Runs each test in its own empty folder. */
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

/** Runs each test in its own empty git repository. */
export function eachInRepository(): void {
  eachInFolder();
  beforeEach(initialize);
}

/** Initializes a git repository in the working folder. */
export function initialize(): void {
  git("init", "--quiet", "--initial-branch=main");
}

const settings = ["user.name=Ann", "user.email=ann@example.com", "commit.gpgsign=false"].flatMap((one) => ["-c", one]);

/** Runs git in the working folder. */
export function git(...argv: readonly string[]): void {
  execFileSync("git", [...settings, ...argv], { stdio: "pipe" });
}

/** Commits all or some files on a day, optionally with a tag. */
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
