import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { runCommand } from "../../test/support/cli/run-command.ts";
import { runChangelog as changelog } from "../changelog.ts";
import { runCompat as compat } from "../compat.ts";
import { command as policy } from "./policy.ts";
import { runStatus as status } from "./status.ts";

const now = new Date("2026-11-20T12:00:00Z");
const scratch = createScratch();
const home = process.cwd();

afterEach(() => process.chdir(home));

/** Documents of which the second lacks a property, with their versions. */
function pair(before = "1.0.0", after = "1.1.0", marks = {}): readonly string[] {
  return [before, after].map((version, side) => {
    const properties = { id: { type: "string" }, ...(side === 0 && { note: { type: "string" } }) };
    const content = { "application/json": { schema: { type: "object", properties } } };
    const get = { responses: { "200": { description: "Fine", content } } };
    const info = { title: "Shop", version, ...marks };
    return scratch.write({ [`${side}.json`]: documentOf({ info, paths: { "/pets": { get } } }) });
  });
}

const file = (text: string): string => scratch.write({ "policy.yaml": text });

async function reportOf(...argv: readonly string[]) {
  const { code, out, err } = await runCommand((io) => compat([...argv, "--format", "json"], io, now));
  return { code, err, ...JSON.parse(out) };
}

/** Changes to a new folder with a configuration. */
function configure(text: string): string {
  const folder = join(scratch.folder, `configured-${Math.random()}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "concord.config.json"), text);
  process.chdir(folder);
  return folder;
}

describe("--profile", () => {
  it("semver allows a breaking change with a major version only", async () => {
    expect(await reportOf(...pair("1.0.0", "2.0.0"), "--profile", "semver")).toMatchObject({
      code: 0,
      profile: "semver",
    });
    expect(await reportOf(...pair(), "--profile", "semver")).toMatchObject({
      code: 1,
      changes: [{ blocked: { version: "2.0.0" }, remedy: { text: expect.stringContaining("2.0.0") as string } }],
    });
  });

  it("strict has stricter answers", async () => {
    const of = async (...argv: string[]) => (await runCommand((io) => policy.run(argv, io))).out;

    expect(await of()).toMatch(/^default-changed +dangerous/m);
    expect(await of("--profile", "strict")).toMatch(/^default-changed +breaking/m);
    expect(await of("--policy", file("default-changed: non-breaking"))).toMatch(/^default-changed +non-breaking/m);
  });

  it("rejects another name with the nearest one", async () => {
    await expect(reportOf(...pair(), "--profile", "semvr")).rejects.toThrow(
      '--profile must be one of default, semver, strict, platform, not "semvr"; the nearest is "semver"',
    );
  });
});

describe("--policy", () => {
  it("is shown by compat policy, with all its members", async () => {
    const policyFile = file(
      "extends: platform\nnotice: { months: 1 }\nmajorVersion: true\nwaiverReasons: { security: { days: 30 }, unused: }\nrules: { pattern-changed: off }\n",
    );
    const { out } = await runCommand((io) => policy.run(["--policy", policyFile], io));

    expect(out.split("\n\n")[0]).toBe(
      "Profile: policy.yaml\nNotice: 1 month\nSupport: 24 months\nVersion: a breaking change needs a major version, an addition a minor one\nEnums of responses: open\nReasons of waivers: security (at most 30 days), unused\npattern-changed: off",
    );
  });

  it("extends the policy that it names, and has the name of the file", async () => {
    const policyFile = file("extends: semver\nrules: { response-property-removed: warning }\n");

    expect(await reportOf(...pair(), "--policy", policyFile)).toMatchObject({
      code: 0,
      profile: "policy.yaml",
      changes: [{ warning: true }],
    });
  });

  it("changes the policy that applies without it, if it extends none", async () => {
    const policyFile = file("name: shop\nnotice: { months: 3 }\n");

    expect(await reportOf(...pair(), "--policy", policyFile)).toMatchObject({
      profile: "shop",
      changes: [{ blocked: { section: null, ifAnnounced: "2027-02-20" } }],
    });
    expect(await reportOf(...pair("1", "1", { "x-spec": "1" }), "--policy", policyFile)).toMatchObject({
      profile: "shop",
      changes: [{ blocked: { section: "9.4", ifAnnounced: "2027-02-20" } }],
    });
  });

  it("keeps the name of the profile if it only answers questions", async () => {
    expect(await reportOf(...pair(), "--policy", file("default-changed: breaking"))).toMatchObject({
      profile: "default",
    });
  });

  it("contradicts another --profile", async () => {
    const policyFile = file("extends: semver");

    await expect(reportOf(...pair(), "--policy", policyFile, "--profile", "strict")).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining("extends semver: remove one of them") as string,
    });
    expect(await reportOf(...pair(), "--policy", policyFile, "--profile", "semver")).toMatchObject({ code: 1 });
  });

  it("limits waivers, by reason", async () => {
    const both = pair();
    const [change] = (await reportOf(...both)).changes;
    const waivers = scratch.write({
      "waivers.yaml": `- { change: "${change.id}", reason: security, by: ann, expires: 2027-12-31 }\n`,
    });
    const of = (reasons: string) =>
      reportOf(...both, "--waivers", waivers, "--policy", file(`waiverReasons: ${reasons}`));

    expect(await of("[security]")).toMatchObject({ code: 0 });
    expect(await of("{ security: { days: 30 } }")).toMatchObject({ code: 1, faults: [{ code: "waiver-too-long" }] });
    await expect(of("[regulation]")).rejects.toThrow('the reason of a waiver is regulation, not "security"');
  });

  it("names the clauses of the policy in every report for people", async () => {
    const policyFile = file(
      "clauses: { principles: { restriction: API-4 }, names: { API-4: Remove nothing }, links: { API-4: https://shop.example/4 } }",
    );
    for (const format of ["text", "markdown", "html", "github", "sarif", "junit"]) {
      const { out } = await runCommand((io) =>
        compat([...pair(), "--policy", policyFile, "--format", format], io, now),
      );
      expect(out).toContain("Remove nothing, ");
      expect(out.replaceAll("\u200b", "")).toContain("https://shop.example/4");
    }
  });

  it("links the clauses of the policy in a changelog, also when it is rendered again", async () => {
    const both = pair();
    const policyFile = file(
      "clauses: { principles: { restriction: API-4 }, names: { API-4: Remove nothing }, links: { API-4: https://shop.example/4 } }",
    );
    const out = join(scratch.folder, "cited");
    for (const documents of [both, []]) {
      await runCommand((io) => changelog([...documents, "--out", out, "--policy", policyFile], io, now));
      expect(readFileSync(join(out, "CHANGELOG.md"), "utf8")).toContain("([API-4](<https://shop.example/4>), ");
      expect(readFileSync(join(out, "index.html"), "utf8")).toContain("Remove nothing, https://shop.example/4");
    }
    configure('{ "compat": { "clauses": { "links": { "API-4": "https://shop.example/other" } } } }');
    await runCommand((io) => changelog(["--out", out], io, now));
    expect(readFileSync(join(out, "CHANGELOG.md"), "utf8")).toContain("[API-4](<https://shop.example/other>)");
  });

  it("is an option of status and changelog as well", async () => {
    const both = pair();
    const deprecated = scratch.write({
      "deprecated.json": documentOf({
        paths: { "/pets": { get: { deprecated: true, "x-deprecated": { date: "2026-11-01" }, responses: {} } } },
      }),
    });
    const policyFile = file("notice: { months: 3 }\nrules: { response-property-removed: off }\n");
    const listed = await runCommand((io) => status([deprecated, "--policy", policyFile], io, now));
    expect(listed.out).toMatch(/^Profile: policy\.yaml\n/);
    expect(listed.out).toContain("2027-02-01");

    const out = join(scratch.folder, "log");
    const written = await runCommand((io) => changelog([...both, "--out", out, "--policy", policyFile], io, now));
    expect(written.err).toContain("Not in the changelog: 1 change of rules that the policy switches off\n");
    expect(readFileSync(join(out, "CHANGELOG.md"), "utf8")).not.toContain("note");
  });
});

describe("compat in concord.config", () => {
  it("is a policy, which --profile replaces and --policy changes", async () => {
    const both = pair();
    configure('{ "compat": { "extends": "semver", "rules": { "response-property-removed": "warning" } } }');

    const configured = await reportOf(...both);
    expect(configured).toMatchObject({ code: 0, profile: "concord.config.json", changes: [{ warning: true }] });
    expect(configured.err).toContain("The profile is that of concord.config.json\n");
    expect(await reportOf(...both, "--profile", "default")).toMatchObject({ code: 1, profile: "default" });
    expect(await reportOf(...both, "--policy", file("rules: { response-property-removed: breaking }"))).toMatchObject({
      code: 1,
      changes: [{ blocked: { version: "2.0.0" } }],
    });
  });

  it("changes the profile of the configuration", async () => {
    const both = pair();
    configure('{ "profile": { "compat": { "name": "shop", "majorVersion": true } }, "compat": { "name": "other" } }');

    expect(await reportOf(...both)).toMatchObject({ profile: "other", changes: [{ blocked: { version: "2.0.0" } }] });
  });

  it("explains a mistake with its place", async () => {
    const both = pair();
    configure('{ "compat": { "rules": { "response-property-remove": "off" } } }');

    await expect(reportOf(...both)).rejects.toMatchObject({
      code: "invalid-config",
      message: expect.stringMatching(/there is no rule .*; the nearest is "response-property-removed"$/) as string,
      at: { pointer: "/compat/rules/response-property-remove" },
    });
  });
});
