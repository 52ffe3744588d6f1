import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { runCommand } from "../../test/support/cli/run-command.ts";
import { runCompat as compat } from "../compat.ts";
import { command } from "./convert-oasdiff.ts";

const home = process.cwd();
const now = new Date("2026-11-20T12:00:00Z");

beforeEach(() => {
  process.chdir(mkdtempSync(join(tmpdir(), "concord-oasdiff-")));
  writeFileSync("base.yaml", base);
  writeFileSync("revision.yaml", revision);
});

afterEach(() => {
  const folder = process.cwd();
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

const text = "{ type: string }";

const base = `
openapi: 3.0.3
info: { title: Shop, version: 1.4.0 }
paths:
  /pets:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 100 } }
        - { name: tag, in: query, schema: ${text} }
      responses:
        "200":
          description: Fine
          content:
            application/json:
              schema:
                properties: { data: { type: array, items: { properties: { id: ${text}, name: ${text}, name2: ${text} } } } }
        "201": { description: Also }
    post:
      requestBody:
        content:
          application/json:
            schema: { properties: { name: ${text}, kind: { type: string, enum: [cat, dog] } } }
      responses: { "204": { description: Fine } }
  /pets/{id}:
    delete:
      parameters: [{ name: id, in: path, required: true, schema: ${text} }]
      responses: { "204": { description: Fine } }
`;

const revision = base
  .replace("maximum: 100", "maximum: 50")
  .replace(/.*name: tag.*\n/, "")
  .replace(/.*"201".*\n/, "")
  .replace(`, name: ${text}, name2`, ", name2")
  .replace("schema: { properties: { name:", "schema: { required: [name], properties: { name:")
  .replace("[cat, dog]", "[cat]")
  .replace(/ {2}\/pets\/\{id\}:[^]*$/, "");

/** Lines of an ignore file, each about another change. */
const entries = {
  "success-status-removed": "- 12.01.2023 In GET /pets we removed the success response with the status '201'",
  "request-parameter-removed":
    "error at base.yaml, in API GET /pets deleted the 'query' request parameter 'tag' [request-parameter-removed].",
  "maximum-decreased":
    "get /pets for the 'query' request parameter 'limit', the max was decreased from '100.00' to '50.00'",
  "response-property-removed":
    "GET /pets removed the optional property 'data/items/name' from the response with the '200' status",
  "request-property-became-required": "`POST /pets`: the request property `name` became required",
  "enum-value-removed": "POST /pets removed the enum value 'dog' of the request property 'kind'",
  "operation-removed": "DELETE /pets/{id} api removed without deprecation",
};

const convert = (...argv: readonly string[]) => runCommand((io) => command.run(argv, io));
const withDocuments = ["--base", "base.yaml", "--revision", "revision.yaml", "--by", "ann", "--expires", "2026-12-31"];

async function reportOf(...argv: readonly string[]) {
  const { code, out } = await runCommand((io) =>
    compat(["base.yaml", "revision.yaml", "--format", "json", ...argv], io, now),
  );
  return { code, ...JSON.parse(out) };
}

describe("concord compat convert-oasdiff", () => {
  it("writes a waiver for each line of an ignore file, which covers the change of the line", async () => {
    writeFileSync("ignore.md", `# Accepted\n\nThe app is ready.\n\n${Object.values(entries).join("\n")}\n`);
    const { code, out, err } = await convert("ignore.md", ...withDocuments);

    expect([code, out]).toEqual([0, "compat/waivers.yaml: 7 waivers\n"]);
    expect(err).toContain("2 lines of text without an operation");
    const report = await reportOf();
    expect(report).toMatchObject({ code: 0, faults: [] });
    const notes = report.changes.map(({ rule, waived }: { rule: string; waived?: { note: string } }) => [
      rule,
      waived?.note,
    ]);
    expect(Object.fromEntries(notes)).toEqual(entries);
  });

  it.each([
    ["a change of another value", entries["maximum-decreased"].replace("100.00", "200.00"), "has this description"],
    ["a change of another property", entries["response-property-removed"].replace("name", "name2"), "description"],
    [
      "a property of the same name elsewhere",
      entries["response-property-removed"].replace("data/items/", ""),
      "description",
    ],
    ["the opposite change", "GET /pets added the new optional 'query' request parameter 'tag'", "description"],
    ["another operation", "GET /orders api removed without deprecation", "nothing changes there"],
    ["a component", "components removed the schema 'rules'", "components are compared where operations use them"],
    ["several changes", "GET /pets removed", "has this description"],
  ])("does not convert a line about %s", async (_, line, reason) => {
    writeFileSync("ignore.txt", `${entries["operation-removed"]}\n${line}\n`);
    const { code, out } = await convert("ignore.txt", ...withDocuments);

    expect(code).toBe(1);
    expect(out).toContain("compat/waivers.yaml: 1 waiver\nNot converted: 1 line\n  ignore.txt:2: ");
    expect(out).toContain(reason);
    expect(out).toContain(`\n      ${line}\n`);
  });

  it("needs a line for each operation of a change, because a waiver accepts all of them", async () => {
    const shared = (document: string): string =>
      `${document.replace(/\/pets:\n {4}get:[^]*$/, "")}/pets:\n    get: &get { responses: { "200": { $ref: "#/components/responses/Pet" } } }\n    post: *get\n`;
    const response = (properties: string): string =>
      `components: { responses: { Pet: { description: Fine, content: { application/json: { schema: { properties: { ${properties} } } } } } } }\n`;
    writeFileSync("base.yaml", shared(base) + response(`id: ${text}, name: ${text}`));
    writeFileSync("revision.yaml", shared(base) + response(`id: ${text}`));
    const line = "GET /pets removed the optional property 'name' from the response with the '200' status";
    writeFileSync("ignore.txt", `${line}\n`);
    const { code, out } = await convert("ignore.txt", ...withDocuments);
    expect([code, existsSync("compat/waivers.yaml")]).toEqual([1, false]);
    expect(out).toMatch(/no line ignores the same change \(\w+\) in POST \/pets, and a waiver accepts it there, too/);

    writeFileSync("ignore.txt", `${line}\n${line.replace("GET", "POST")}\n`);
    expect(await convert("ignore.txt", ...withDocuments)).toMatchObject({
      code: 0,
      out: "compat/waivers.yaml: 1 waiver\n",
    });
    expect(await reportOf()).toMatchObject({ code: 0, faults: [] });
  });

  it("writes a severity for each level, which applies to the changes of the check", async () => {
    writeFileSync(
      "levels.txt",
      "# levels\nrequest-parameter-removed   info\nresponse-optional-property-removed none\napi-path-removed-without-deprecation WARN\n",
    );
    expect(await convert("levels.txt")).toMatchObject({ code: 0, out: "compat/policy.yaml: 3 severities\n" });

    const report = await reportOf("--policy", "compat/policy.yaml");
    const verdicts = new Map(
      report.changes.map(({ rule, verdict }: { rule: string; verdict: string }) => [rule, verdict]),
    );
    expect(verdicts.get("request-parameter-removed")).toBe("non-breaking");
    expect(verdicts.get("operation-removed")).toBe("dangerous");
    expect(verdicts.get("enum-value-removed")).toBe("breaking");
    expect(report.off).toMatchObject([{ rule: "response-property-removed" }]);
  });

  it("lists the levels that it cannot convert, with their lines", async () => {
    writeFileSync(
      "levels.txt",
      "api-security-removed err\n\nrequest-parameter-remved none\napi-version-not-bumped err\napi-stability-decreased none\napi-tag-removed fatal\n",
    );
    const { code, out } = await convert("levels.txt");

    expect(code).toBe(1);
    expect(out).toContain("compat/policy.yaml: 1 severity\nNot converted: 3 lines\n");
    expect(out).toContain('levels.txt:3: oasdiff has no check "request-parameter-remved"; the nearest is');
    expect(out).toContain("levels.txt:4: no rule reports it: write majorVersion: true in the policy");
    expect(out).toContain('levels.txt:6: the level must be err, warn, info or none, not "fatal"');
  });

  it("writes no waiver for a change that its levels allow", async () => {
    writeFileSync("levels.txt", "api-path-removed-without-deprecation info\n");
    writeFileSync("ignore.txt", `${entries["operation-removed"]}\n`);
    const { code, err } = await convert("levels.txt", "ignore.txt", ...withDocuments);

    expect(code).toBe(0);
    expect(err).toMatch(/ignore\.txt:1: no waiver is needed, because operation-removed \(\w+\) is non-breaking/);
    expect(existsSync("compat/waivers.yaml")).toBe(false);
    expect(parse(readFileSync("compat/policy.yaml", "utf8"))).toEqual({
      oasdiff: { "api-path-removed-without-deprecation": "safe" },
    });
  });

  it("overwrites nothing, and names missing options", async () => {
    writeFileSync("levels.txt", "api-security-removed err\n");
    writeFileSync("ignore.txt", `${entries["operation-removed"]}\n`);
    await convert("levels.txt");
    await expect(convert("levels.txt")).rejects.toMatchObject({ code: "unwritable-output" });
    await expect(convert("ignore.txt", "--base", "base.yaml")).rejects.toThrow(
      '"ignore.txt" is an ignore file, which needs --revision, --by, --expires',
    );
    await expect(convert("none.txt")).rejects.toMatchObject({ code: "unreadable-policy" });
  });
});
