import { describe, expect, it } from "vitest";
import { checkCompat } from "../../compat/index.ts";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { playWitnesses } from "./execute.ts";

const io = { signal: new AbortController().signal };
const securitySchemes = {
  token: { type: "http", scheme: "bearer" },
  user: { type: "http", scheme: "basic" },
  key: { type: "apiKey", in: "header", name: "X-Key" },
};

/** What a play shows where the limit of a parameter falls, and credentials change. */
async function playedBetween(ours: JsonObject[], theirs: JsonObject[]): Promise<Readonly<Record<string, unknown>>> {
  const [base, revision] = [ours, theirs].map((security, side) => {
    const parameters = [{ name: "q", in: "query", schema: { type: "integer", maximum: side === 0 ? 9 : 5 } }];
    const get = { parameters, security, responses: { "200": { description: "Done" } } };
    return [compileInMemory({ paths: { "/a": { get } }, components: { securitySchemes } } as never)];
  }) as [ReturnType<typeof compileInMemory>[], ReturnType<typeof compileInMemory>[]];
  const { changes } = await playWitnesses(checkCompat(base, revision), [base, revision], io);
  return Object.fromEntries(changes.map(({ rule, witness }) => [rule, witness?.played]));
}

describe("credentialsFor()", () => {
  it.each<[string, JsonObject[], JsonObject[]]>([
    ["a further key", [{ token: [] }], [{ token: [], key: [] }]],
    ["another way", [{ token: [] }], [{ key: [] }]],
    ["credentials where none were needed", [], [{ token: [] }]],
    ["one of several ways", [{ key: [] }, { user: [] }], [{ user: [] }]],
  ])("sends what the revision asks for besides, where another change is played: %s", async (_, ours, theirs) => {
    const played = await playedBetween(ours, theirs);

    expect(played["maximum-decreased"]).toMatchObject({ confirmed: true, revision: expect.stringMatching(/^400/) });
    expect(played["security-narrowed"]).toMatchObject({ confirmed: true, revision: expect.stringMatching(/^401/) });
  });
});
