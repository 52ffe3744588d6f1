import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";
import { type CompatProfile, defaultProfile, policyQuestions, readPolicy, strictProfile } from "../index.ts";
import { type Policy, extendProfile } from "./policy.ts";
import { policyKeys } from "./policy-keys.ts";
import { policySchema } from "./policy-schema.ts";
import { faultOfPolicy } from "./read-policy.ts";

const scratch = createScratch();
const read = (text: string): Promise<Policy> => readPolicy(scratch.write({ "policy.yaml": text }));

/** A policy with every key. */
const whole = {
  extends: "semver",
  name: "shop",
  rules: { "pattern-changed": "warning", "graphql-field-removed": "off" },
  oasdiff: { "api-security-removed": "breaking" },
  answers: { "default-changed": "breaking" },
  strict: false,
  majorVersion: false,
  enums: "open",
  notice: { months: 6 },
  support: "none",
  waiverReasons: { security: { days: 30 }, unused: null },
  clauses: {
    questions: { "default-changed": "API-5" },
    principles: { restriction: "API-4", version: "API-1" },
    names: { "API-4": "Remove nothing" },
    links: { "API-4": "https://shop.example/api-4" },
  },
  "union-shape-added": "breaking",
} satisfies Json;

describe("readPolicy()", () => {
  it("reads every key, and questions at the top as answers", async () => {
    const { "union-shape-added": answer, ...rest } = whole;
    expect(Object.keys(rest).toSorted()).toEqual(Object.keys(policyKeys).toSorted());
    expect(await read(JSON.stringify(whole))).toEqual({
      ...rest,
      answers: { ...rest.answers, "union-shape-added": answer },
    });
    expect(await read("# nothing\n")).toEqual({});
  });

  it.each([
    ["rule: {}", 1, 'there is no key or question "rule"; the nearest is "rules"'],
    [
      "name: a\nrules:\n  pattern-change: off",
      3,
      'there is no rule "pattern-change"; the nearest is "pattern-changed"',
    ],
    [
      "rules:\n  pattern-changed: offf",
      2,
      'rules.pattern-changed must be one of breaking, dangerous, warning, safe, off, not "offf"; the nearest is "off"',
    ],
    [
      "extends: semvr",
      1,
      'extends must be one of default, semver, strict, platform, not "semvr"; the nearest is "semver"',
    ],
    ["notice: 6 months", 1, 'notice must be { months: NUMBER } or none, not "6 months"'],
    ["notice: 6", 1, "notice must be { months: NUMBER } or none, not 6"],
    ["notice: {}", 1, "notice has no months"],
    ["notice:\n  months: 0", 2, "notice.months must be a whole number from 1 to 600, not 0"],
    ["notice: { month: 6 }", 1, 'there is no unit "month"; the nearest is "months"'],
    ["waiverReasons: [a, a]", 1, 'waiverReasons has "a" twice'],
    ["waiverReasons: []", 1, "waiverReasons must be a list of at least one, not []"],
    ["waiverReasons:\n  a:\n    day: 3", 3, 'there is no term "day"; the nearest is "days"'],
    ["majorVersion: yes", 1, 'majorVersion must be true or false, not "yes"'],
    [
      "clauses: { principles: { restrictions: A } }",
      1,
      'there is no principle "restrictions"; the nearest is "restriction"',
    ],
    ["clauses:\n  links:\n    A: shop.example", 3, "clauses.links.A must be a URL that begins with https://"],
  ])("explains the mistake in %j", async (text, line, reason) => {
    await expect(read(text)).rejects.toMatchObject({
      code: "unreadable-policy",
      message: expect.stringContaining(`": ${reason}`) as string,
      at: { line },
    });
  });
});

describe("extendProfile()", () => {
  const clausesOf = ({ clauses }: CompatProfile): CompatProfile["clauses"] => clauses;

  it("changes what the policy has, and keeps the rest", () => {
    expect(extendProfile(platformCompat, {})).toEqual(platformCompat);
    const extended = extendProfile(platformCompat, { notice: { months: 6 }, waiverReasons: "any" }, "policy.yaml");
    expect(extended).toMatchObject({ name: "policy.yaml", notice: { months: 6 }, support: { months: 24 } });
    expect(extended).not.toHaveProperty("waiverReasons");
    expect(clausesOf(extended)).toEqual(platformCompat.clauses);
    const changed = extendProfile(platformCompat, { clauses: { principles: { restriction: "A" } } });
    expect(clausesOf(changed)?.principles).toEqual({ ...platformCompat.clauses?.principles, restriction: "A" });
  });

  it("merges rules and answers", () => {
    const base = extendProfile(defaultProfile, {
      rules: { "pattern-changed": "off" },
      answers: { "default-changed": "breaking" },
    });
    const extended = extendProfile(base, {
      rules: { "type-changed": "safe" },
      answers: { "server-changed": "breaking" },
    });

    expect(extended.rules).toEqual({ "pattern-changed": "off", "type-changed": "safe" });
    expect(extended.answers).toEqual({ "default-changed": "breaking", "server-changed": "breaking" });
  });

  it("rejects a period of support without one of notice", () => {
    expect(() => extendProfile(defaultProfile, { support: { months: 3 } })).toThrow("no period of notice");
    expect(() => extendProfile(platformCompat, { notice: "none" })).toThrow("no period of notice");
    expect(extendProfile(platformCompat, { notice: "none", support: "none" })).not.toHaveProperty("notice");
  });
});

it("the policy strict leaves no question undecided", () => {
  const undecided = (profile: CompatProfile): string[] =>
    policyQuestions(profile).flatMap(({ id, verdict }) => (verdict === "dangerous" ? [id] : []));

  expect(undecided(defaultProfile)).not.toEqual([]);
  expect(undecided(strictProfile)).toEqual([]);
});

describe("the JSON Schema of policies", () => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(policySchema());
  const isAccepted = (value: Json): boolean => faultOfPolicy(value) === undefined;

  it("is the file that the package exports", () => {
    const file = readFileSync(new URL("policy.schema.json", import.meta.url), "utf8");
    expect(JSON.parse(file)).toEqual(JSON.parse(JSON.stringify(policySchema())));
  });

  it("accepts the same policies as the parser", () => {
    expect([validate(whole), isAccepted(whole)]).toEqual([true, true]);
    const seen = { accepted: 0, rejected: 0 };
    fc.assert(
      fc.property(policies, (policy) => {
        const accepted = isAccepted(policy);
        seen[accepted ? "accepted" : "rejected"]++;
        expect([policy, validate(policy)]).toEqual([policy, accepted]);
      }),
      { seed: 1, numRuns: 3000 },
    );
    expect(Math.min(seen.accepted, seen.rejected)).toBeGreaterThan(300);
  });
});

const texts = ["off", "warning", "breaking", "semver", "none", "any", "", " ", "https://a.example/b", "http:// a"];

/** Values for all places of a policy: valid ones, ones that are valid elsewhere, and any JSON. */
const leaves: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json[]>(
    ...texts,
    true,
    null,
    0,
    1,
    1.5,
    601,
    4000,
    { months: 6 },
    { days: 6 },
    {},
    [],
    ["a"],
    ["a", "a"],
    ["a", " "],
    [1],
    { a: null },
    { a: { days: 3 } },
  ),
  fc.json({ maxDepth: 2 }).map((text) => JSON.parse(text) as Json),
);

const maps = (...keys: readonly string[]): fc.Arbitrary<Json> =>
  fc.dictionary(fc.constantFrom(...keys), leaves, { maxKeys: 2 });

const members: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  rules: fc.oneof(maps("pattern-changed", "graphql-field-removed", "pattern"), leaves),
  answers: fc.oneof(maps("default-changed", "union-shape-added", "default"), leaves),
  oasdiff: fc.oneof(maps("api-security-removed", "api-security"), leaves),
  notice: fc.oneof(maps("months", "days"), leaves),
  support: fc.oneof(maps("months"), leaves),
  waiverReasons: fc.oneof(maps("security", "unused"), leaves),
  clauses: fc.oneof(
    fc.record(
      {
        questions: fc.oneof(maps("default-changed"), leaves),
        principles: fc.oneof(maps("restriction", "other"), leaves),
        names: maps("API-4"),
        links: maps("API-4"),
      },
      { requiredKeys: [] },
    ),
    leaves,
  ),
};

/** Policies with one or two members, each an edit of a valid policy. */
const policies: fc.Arbitrary<Json> = fc.oneof(
  { weight: 1, arbitrary: leaves },
  {
    weight: 9,
    arbitrary: fc
      .uniqueArray(fc.constantFrom(...Object.keys(whole), "others"), { minLength: 1, maxLength: 2 })
      .chain((keys) =>
        fc.record(
          Object.fromEntries(
            keys.map((key) => [
              key,
              fc.oneof(members[key] ?? leaves, fc.constant((whole as Readonly<Record<string, Json>>)[key] ?? null)),
            ]),
          ),
        ),
      ),
  },
);
