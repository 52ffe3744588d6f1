import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { commit, eachInRepository, git } from "../../test/support/cli/repository.ts";
import { runCommand } from "../../test/support/cli/run-command.ts";
import { runChangelog } from "../changelog.ts";
import { runLedger as ledger } from "../compat/ledger.ts";

const now = new Date("2026-11-20T12:00:00Z");

eachInRepository();

describe("formerPlaces()", () => {
  it("finds the former path of a renamed file, so that its API keeps its feed and entries", async () => {
    write("openapi.json", "Orders", "/a", "/b");
    release("v1");
    write("openapi.json", "Orders", "/a", "/b", "/c");
    release("v2");
    const before = await changelog("openapi.json", "out");
    move("openapi.json", "api.json");
    write("api.json", "Shop", "/a", "/c");
    release("v3");

    expect(await changelog("api.json", "out")).toMatchObject({ err: "", out: /1 new of 2 changes, 1 of the new/ });
    expect(entriesIn("out")).toEqual(expect.arrayContaining(before.entries));
    expect((await changelog("api.json", "anew")).entries).toEqual(entriesIn("out"));
    expect(readdirSync("out/feeds/api").filter((file) => !file.startsWith("orders."))).toEqual([]);
  });

  it.each([
    ["that was renamed, with what is gone from it since", "specs/orders.json", "apis/orders.json"],
    ["that was made for a file", "orders.json", "apis/orders.json"],
    ["within another one", "orders.json", "apis/orders/openapi.json"],
  ])("finds the former path of a folder %s", async (_, from, to) => {
    write(from, "Orders", "/a", "/b");
    if (dirname(from) !== ".") write(join(dirname(from), "users.json"), "Users", "/x");
    release("v1");
    rmSync(join(dirname(from), "users.json"), { force: true });
    release("v2");
    move(from, to);
    write(join(dirname(to), "part.json"));
    release("v3");
    write(to, "Orders", "/a");
    release("v4");

    const { err, out } = await changelog("apis", "out");
    expect(err).not.toContain("passed over");
    expect(out).toContain(dirname(from) === "." ? "1 new of 1 change," : "2 new of 2 changes,");
    expect((await runCommand((io) => ledger(["--from-tags", "v*", "apis"], io, now))).out).toContain("of 4 versions");
  });

  it.each([
    ["that is still there", "specs/users.json"],
    ["whose other files went elsewhere", "events/users.json"],
  ])("finds no former path of a folder %s", async (_, users) => {
    write("specs/orders.json", "Orders", "/a", "/b");
    write("specs/users.json", "Users", "/x");
    release("v1");
    move("specs/orders.json", "apis/orders.json");
    if (users !== "specs/users.json") move("specs/users.json", users);
    write("apis/orders.json", "Orders", "/a");
    release("v2");

    expect((await changelog("apis", "out")).out).toContain("1 new of 1 change,");
  });
});

/** Runs concord changelog for the tags at a path. */
async function changelog(path: string, out: string) {
  const written = await runCommand((io) =>
    runChangelog(
      [path, "--since-tags", "v*", "--out", out, "--link", "https://changes.example.org/", "--remind", "none"],
      io,
      now,
    ),
  );
  return { ...written, err: written.err.replace(/^There was no changelog.*\n/m, ""), entries: entriesIn(out) };
}

function entriesIn(out: string): string[] {
  return readdirSync(join(out, "entries")).toSorted();
}

/** Writes a document with some operations, or a part of a document if there is no title. */
function write(file: string, title?: string, ...paths: readonly string[]): void {
  const get = { responses: { "200": { description: "Fine" } } };
  const items = Object.fromEntries(paths.map((path) => [path, { get }]));
  const document = title === undefined ? {} : { openapi: "3.1.0", info: { title, version: "1" }, paths: items };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(document, undefined, 1));
}

function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  git("mv", from, to);
  commit({ files: [] });
}

function release(tag: string): void {
  commit({ tag, files: [".", ":!out"] });
}
