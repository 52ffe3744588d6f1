import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CompatReport, defaultProfile } from "../../compat/index.ts";
import { loadContracts, loadPlatform } from "../../contracts/index.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";
import { runCommand } from "../../test/support/cli/run-command.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { runChangelog as changelog } from "../changelog.ts";
import { runCompat as compat } from "../compat.ts";
import { command as policy } from "./policy.ts";
import { chosenProfile } from "./profile.ts";
import { runStatus as status } from "./status.ts";

const scratch = createScratch();
const now = new Date("2026-11-20T12:00:00Z");

/** Document with a property "note" whose deprecation satisfies the platform's notice period, or without the property. */
function documentWith(note: boolean, marker = ""): string {
  return `openapi: 3.1.0
info: { title: Orders, version: "1"${marker} }
paths:
  /a:
    get:
      responses:
        "200":
          description: Fine
          content:
            application/json:
              schema:
                type: object
                properties:
${note ? '                  note: { type: string, deprecated: true, x-deprecated: { date: "2020-01-31" }, x-sunset: "2022-01-31" }\n' : ""}                  id: { type: string }
`;
}

function pairWith(marker?: string): readonly [string, string] {
  const base = scratch.write({ "base.yaml": documentWith(true, marker) });
  const revision = scratch.write({ "revision.yaml": documentWith(false, marker) });
  return [base, revision];
}

async function reportOf(...argv: readonly string[]): Promise<CompatReport & { readonly code: number }> {
  const { out, code } = await runCommand((io) => compat([...argv, "--format", "json"], io, now));
  return { ...(JSON.parse(out) as CompatReport), code };
}

describe("chosenProfile()", () => {
  it("returns the platform profile for each bundled document, and the default profile for others", async () => {
    const bundled = await loadPlatform();
    expect(new Set(bundled.map(({ kind }) => kind)).size).toBe(2);
    const others = await loadContracts(["fixtures/changelog/base.yaml", "fixtures/contracts/clean.yaml"]);
    const io = { err() {} };
    const own = others.slice(0, 1);

    expect(await chosenProfile("compat", {}, { contracts: own, io })).toBe(defaultProfile);
    const both = [...own, ...bundled.slice(0, 1)];
    expect(await chosenProfile("compat", {}, { contracts: both, io })).toBe(platformCompat);
    expect(await chosenProfile("compat", { profile: "platform" }, { contracts: own, io })).toBe(platformCompat);
    expect(await chosenProfile("compat", { profile: "default" }, { contracts: both, io })).toBe(defaultProfile);
  });

  it("is not asked for an unknown name", async () => {
    await expect(reportOf(...pairWith(), "--profile", "mine")).rejects.toThrow(
      '--profile must be one of default, semver, strict, platform, not "mine"',
    );
  });
});

describe("concord compat", () => {
  it("blocks the removal of a part deprecated long ago with the default profile, and allows it with the platform's", async () => {
    const pair = pairWith();

    expect(await reportOf(...pair)).toMatchObject({
      code: 1,
      profile: "default",
      changes: [{ section: null, blocked: { section: null, reason: expect.stringContaining("with a waiver only") } }],
    });
    expect(await reportOf(...pair, "--profile", "platform")).toMatchObject({
      code: 0,
      profile: "platform",
      changes: [{ section: "9.5", allowed: { section: "9.4", from: "2022-01-31" } }],
    });
    expect(await reportOf(...pairWith(', x-spec: "1"'))).toMatchObject({ code: 0, profile: "platform" });
  });

  it("reports that a changelog allows no removal with the default profile", async () => {
    const pair = pairWith();
    const folder = join(scratch.folder, "told");
    await runCommand((io) => changelog([pair[0], pair[0], "--out", folder], io, now));
    const of = (...more: readonly string[]) =>
      runCommand((io) => compat([...pair, "--changelog", folder, ...more], io, now));

    expect((await of()).err).toContain("--changelog has no effect: the profile default has no notice period");
    expect((await of("--profile", "platform")).err).not.toContain("allows nothing");
  });

  it("reports the same ids with both profiles, and differs in response enums only", async () => {
    const pair = ["fixtures/changelog/base.yaml", "fixtures/changelog/revision.yaml"];
    const idsOf = async (profile: string) =>
      (await reportOf(...pair, "--profile", profile)).changes
        .map(({ id, rule, verdict }) => [id, rule, rule === "enum-value-added" ? "" : verdict].join(" "))
        .toSorted();

    expect(await idsOf("default")).toEqual(await idsOf("platform"));
  });

  it("accepts a waiver with any reason with the default profile", async () => {
    const pair = pairWith();
    const [change] = (await reportOf(...pair)).changes;
    const file = join(scratch.folder, "waivers.yaml");
    writeFileSync(file, `- { change: "${change?.id}", reason: nobody reads it, by: ann, expires: 2026-12-31 }\n`);

    expect(await reportOf(...pair, "--waivers", file)).toMatchObject({
      code: 0,
      changes: [{ waived: { reason: "nobody reads it" } }],
      faults: [],
    });
    await expect(reportOf(...pair, "--waivers", file, "--profile", "platform")).rejects.toThrow(
      'the reason of a waiver is security or regulation (§9.4), not "nobody reads it"',
    );
  });

  it.each(["text", "markdown", "sarif", "junit", "github", "gitlab", "html"])(
    "cites no clause in %s with the default profile",
    async (format) => {
      const { out } = await runCommand((io) => compat([...pairWith(), "--format", format], io, now));

      expect(out).toContain("note");
      expect(out).not.toMatch(/§|\b9\.\d\b|undefined/);
    },
  );

  it("names the profile of the judgement in the text report, with a hint", async () => {
    const { out } = await runCommand((io) => compat([...pairWith()], io, now));

    expect(out).toMatch(/^Profile: default\n/);
    expect(out).toContain("[response-property-removed, ");
    expect(out).toContain("Keep the removed part, deprecate it with a sunset (x-sunset)");
    expect(out).toContain("Or accept the change with a waiver, or revert it.");
    expect(out).toContain("To waive a change, add to compat/waivers.yaml");
    expect(out).toContain("reason: <why>");
  });
});

describe("other commands", () => {
  it("status shows no day of removal with the default profile", async () => {
    const [base] = pairWith();
    const of = async (...more: readonly string[]) =>
      JSON.parse((await runCommand((io) => status([base, "--format", "json", ...more], io, now))).out);

    expect(await of()).toMatchObject({ profile: "default", deprecated: [{ path: "body.note", section: null }] });
    expect((await of()).deprecated[0]).not.toHaveProperty("removable");
    expect(await of("--profile", "platform")).toMatchObject({
      deprecated: [{ removable: "2022-01-31", section: "9.4" }],
    });
  });

  it("policy prints clauses of the platform only", async () => {
    const of = async (...argv: string[]) => (await runCommand((io) => policy.run(argv, io))).out;

    expect(await of()).not.toContain("§");
    expect(await of("--profile", "platform")).toContain("§9.5");
  });

  it("changelog omits the clause with the default profile, and keeps the guids of the feeds", async () => {
    const filesOf = async (profile: string) => {
      const out = join(scratch.folder, profile);
      const argv = [
        "fixtures/changelog/base.yaml",
        "fixtures/changelog/revision.yaml",
        "--out",
        out,
        "--link",
        "https://a.example/",
      ];
      await runCommand((io) => changelog([...argv, "--profile", profile], io, now));
      const [{ readFileSync }, names] = [await import("node:fs"), ["CHANGELOG.md", "changelog.feed.json"]];
      return names.map((name) => readFileSync(join(out, name), "utf8"));
    };
    const [plain = "", feed = "{}"] = await filesOf("default");
    const [cited = "", other = "{}"] = await filesOf("platform");
    const guidsOf = (text: string): unknown =>
      JSON.parse(text)
        .items.map(({ id }: { id: string }) => id)
        .toSorted();

    expect(cited).toContain("(§9.5, `operation-removed`)");
    expect(plain).toContain("(`operation-removed`)");
    expect(plain + feed).not.toMatch(/§|"section"/);
    expect(guidsOf(feed)).toEqual(guidsOf(other));
  });
});

describe("the profile of concord.config.ts", () => {
  it("applies if --profile names none, and is named in the output", async () => {
    const pair = pairWith();
    const home = process.cwd();
    const folder = join(scratch.folder, "configured");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "concord.config.json"), '{ "profile": "platform" }');
    process.chdir(folder);
    try {
      const { err, out } = await runCommand((io) => compat([...pair, "--format", "json"], io, now));
      const named = await runCommand((io) => compat([...pair, "--format", "json", "--profile", "default"], io, now));

      expect(JSON.parse(out)).toMatchObject({ profile: "platform" });
      expect(err).toContain("The profile is that of concord.config.json\n");
      expect(JSON.parse(named.out)).toMatchObject({ profile: "default" });
      expect(named.err).not.toContain("concord.config.json");
    } finally {
      process.chdir(home);
    }
  });
});
