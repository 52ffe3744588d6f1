import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkCompat } from "../../compat/index.ts";
import type { Contract } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import { entriesSinceTags } from "./entries-since-tags.ts";

let root: string;
let err: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "concord-history-"));
  err = "";
  git("init", "-q");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

describe("entriesSinceTags()", () => {
  it("compares each tag with the previous version, and dates the entries by the tag", async () => {
    release("v1.10.0", "2026-03-01", "base");
    release("v1.9.0", "2026-01-01", "base");
    release("v1.10.1", "2026-04-01T23:30:00-02:00", "revision");
    release("other", "2026-05-01", "base");
    const entries = await since("v*");

    expect(new Set(entries.map(({ version, date, api }) => `${version} ${date} ${api}`))).toEqual(
      new Set(["v1.10.1 2026-04-02 orders"]),
    );
  });

  it("compares the tags of a maintenance branch with each other, independently of other branches", async () => {
    release("v1.0.0", "2026-01-01", "base");
    git("branch", "maintained");
    release("v2.0.0", "2026-02-01", "revision");
    git("checkout", "-q", "maintained");
    const before = await since("v*");
    release("v1.0.1", "2026-03-01", "base");
    const entries = await since("v*");

    expect(new Set(entries.map(({ version }) => version))).toEqual(new Set(["v2.0.0"]));
    expect(entries).toEqual(before);
  });

  it("orders tags by git history if their dates contradict it", async () => {
    release("v1.10.0", "2026-02-01", "revision");
    release("v1.11.0", "2026-01-01", "base");
    tagAt("v1.10.0^{commit}", "v1.10.0-again", "2026-03-01T12:00:00Z");
    const skewed = await since("v*");
    for (const [index, tag] of ["v1.11.0", "v1.10.0", "v1.10.0-again"].entries()) {
      const commit = git("rev-parse", `${tag}^{commit}`).trim();
      git("tag", "-d", tag);
      tagAt(commit, tag, `2026-04-0${index + 1}T12:00:00Z`);
    }
    const late = await since("v*");

    expect(new Set(skewed.map(({ version, date }) => `${version} ${date}`))).toEqual(new Set(["v1.11.0 2026-01-01"]));
    expect(late.map(({ id }) => id)).toEqual(skewed.map(({ id }) => id));
    expect(new Set(late.map(({ version, date }) => `${version} ${date}`))).toEqual(new Set(["v1.11.0 2026-04-01"]));
  });

  it("gives a repeated change a new id, the same in every run", async () => {
    for (const [index, file] of ["base", "revision", "base", "revision"].entries())
      release(`v${index}`, `2026-01-0${index + 1}`, file);
    const entries = await since("v*");
    const ids = entries.map(({ id }) => id);
    const removed = entries
      .filter(({ rule }) => rule === "request-parameter-removed")
      .map(({ id, version }) => [version, id]);

    expect(new Set(ids).size).toBe(ids.length);
    expect(removed).toEqual([
      ["v1", expect.stringMatching(/^[0-9a-f]{12}$/)],
      ["v3", `${removed[0]?.[1]}-2`],
    ]);
    expect(await since("v*", "apis/orders/openapi.yaml")).toEqual(entries);
  });

  it("reads referenced files, also outside of the path", async () => {
    mkdirSync(join(root, "shared"));
    const referring = (type: string) => {
      writeFileSync(join(root, "shared", "order.yaml"), `Order: { type: ${type} }\n`);
      const schema = { $ref: "../../shared/order.yaml#/Order" };
      const operation = { responses: { "200": { description: "x", content: { "application/json": { schema } } } } };
      return JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Orders", version: "1" },
        paths: { "/a": { get: operation } },
      });
    };
    release("v1", "2026-01-01", referring("string"));
    release("v2", "2026-02-01", referring("object"));

    expect(await since("v*")).toMatchObject([{ rule: "type-changed", version: "v2" }]);
  });

  it("skips a tag with unreadable documents, and reports it", async () => {
    release("v1", "2026-01-01", "base");
    release("v2", "2026-02-01", "{");
    release("v3", "2026-03-01", "revision");

    expect(new Set((await since("v*")).map(({ version }) => version))).toEqual(new Set(["v3"]));
    expect(err).toMatch(/^v2 is skipped: Cannot read "git:v2:apis\/orders\/openapi.yaml": /);
  });

  it("reports documents of the latest tag that are left out", async () => {
    mkdirSync(join(root, "apis", "orders"), { recursive: true });
    for (const name of ["gone", "users"]) cpSync("fixtures/changelog/base.yaml", join(root, "apis", `${name}.yaml`));
    release("v1", "2026-01-01", "base");
    rmSync(join(root, "apis", "gone.yaml"));
    release("v2", "2026-02-01", "revision");
    await since("v*");

    expect(err).toMatch(/^Left out, because other documents .*: git:v2:apis\/users\.yaml\n$/);
  });

  it("creates no entries if only one tag has documents, and reports it", async () => {
    release("v1", "2026-01-01", "base");

    expect(await since("v*")).toEqual([]);
    expect(err).toBe('Nothing was compared: only v1 of the tags that match "v*" has readable documents\n');
  });

  it("writes no temporary files", async () => {
    release("v1", "2026-01-01", "base");
    release("v2", "2026-02-01", "revision");
    const before = readdirSync(root, { recursive: true });
    vi.stubEnv("TMPDIR", join(root, "nowhere"));

    expect(await since("v*")).not.toEqual([]);
    expect(readdirSync(root, { recursive: true })).toEqual(before);
  });

  it("rejects repositories without matching tags, readable documents or history", async () => {
    release("v1", "2026-01-01", "{");

    await expect(since("w*")).rejects.toMatchObject({
      code: "unusable-repository",
      message: expect.stringContaining("no tag matches"),
    });
    await expect(since("v*")).rejects.toThrow(/none has readable documents at ".*apis"/);
    await expect(entriesSinceTags("v*", tmpdir(), { compare, io: io() })).rejects.toThrow("not a git repository");
    await expect(entriesSinceTags("v*", join(root, "a", "b"), { compare, io: io() })).rejects.toThrow(
      "there is no such folder",
    );
    await expect(entriesSinceTags("v*", root, { compare, io: io(AbortSignal.abort()) })).rejects.toMatchObject({
      code: "interrupted",
    });
  });
});

function since(pattern: string, path = "apis") {
  return entriesSinceTags(pattern, join(root, path), { compare, io: io() });
}

async function compare(both: readonly [readonly Contract[], readonly Contract[]]) {
  return checkCompat(...both);
}

function io(signal = new AbortController().signal): Io {
  return { out: () => undefined, err: (text) => (err += text), interactive: false, colours: false, env: {}, signal };
}

/** Commits and tags a document: a fixture, or a text. */
function release(tag: string, date: string, document: string): void {
  const folder = join(root, "apis", "orders");
  mkdirSync(folder, { recursive: true });
  if (/^[a-z]+$/.test(document)) cpSync(`fixtures/changelog/${document}.yaml`, join(folder, "openapi.yaml"));
  else writeFileSync(join(folder, "openapi.yaml"), document);
  const day = date.includes("T") ? date : `${date}T12:00:00Z`;
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@a.example", "commit", "-q", "--allow-empty", "-m", tag);
  tagAt("HEAD", tag, day);
}

function tagAt(commit: string, tag: string, date: string): void {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@a.example", "tag", "-a", "-m", tag, tag, commit], {
    cwd: root,
    env: { ...process.env, GIT_COMMITTER_DATE: date },
  });
}

function git(...argv: readonly string[]): string {
  return execFileSync("git", argv, { cwd: root, encoding: "utf8" });
}
