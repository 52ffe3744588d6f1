import { describe, expect, it } from "vitest";
import { type Change, type CompatReport, checkCompat } from "../../compat/index.ts";
import { type JsonObject, loadContracts } from "../../contracts/index.ts";
import { compileInMemory } from "../../testing/contracts/in-memory.ts";
import { playWitnesses } from "./execute.ts";

const sides = (await Promise.all(
  ["base", "revision"].map((name) => loadContracts([`fixtures/changelog/${name}.yaml`])),
)) as [Awaited<ReturnType<typeof loadContracts>>, Awaited<ReturnType<typeof loadContracts>>];
const report = checkCompat(...sides);

function playedOf({ changes }: CompatReport, rule: string): unknown {
  return changes.find((change) => change.rule === rule)?.witness?.played;
}

describe("playWitnesses()", () => {
  it("shows what was accepted and is refused, what was there and is gone", async () => {
    const played = await playWitnesses(report, sides);

    expect(playedOf(played, "request-property-became-required")).toEqual({
      base: "201",
      revision: expect.stringMatching(/^400 body/) as string,
      confirmed: true,
    });
    expect(playedOf(played, "operation-removed")).toMatchObject({
      revision: expect.stringMatching(/^405 .* has no DELETE/) as string,
      confirmed: true,
    });
    expect(playedOf(played, "response-property-removed")).toEqual({ base: "201", revision: "201", confirmed: true });
    expect(playedOf(played, "request-parameter-removed")).toEqual({
      base: "200",
      revision: "200, ignoring query.sort",
      confirmed: true,
    });
    expect(playedOf(played, "type-changed")).toHaveProperty("unplayed");
  });

  it("plays what breaks, and nothing else, and leaves all else as it was", async () => {
    const played = await playWitnesses(report, sides);

    expect(played.changes.filter(({ witness }) => witness?.played).map(({ verdict }) => verdict)).toEqual(
      report.changes.filter(({ verdict }) => verdict === "breaking").map(({ verdict }) => verdict),
    );
    expect(played.changes.map(({ id }) => id)).toEqual(report.changes.map(({ id }) => id));
  });

  it("does not confirm a witness that proves nothing", async () => {
    const planted = report.changes.map((change): Change => {
      if (!change.witness?.request) return change;
      const request = { ...change.witness.request, ...fits(change.rule) };
      return { ...change, witness: { ...change.witness, request } };
    });
    const played = await playWitnesses({ ...report, changes: planted }, sides);

    expect(playedOf(played, "request-property-became-required")).toMatchObject({ confirmed: false });
    expect(playedOf(played, "operation-removed")).toMatchObject({ confirmed: false });
    expect(playedOf(played, "response-property-removed")).toMatchObject({ confirmed: false });
  });

  it("says the same each time", async () => {
    expect(await playWitnesses(report, sides)).toEqual(await playWitnesses(report, sides));
  });

  it("brings the credentials that the base asks for, and shows that they no longer suffice", async () => {
    const secured = (name: string, scheme: JsonObject) => [
      compileInMemory({
        paths: { "/a": { get: { security: [{ [name]: [] }], responses: { "200": { description: "Done" } } } } },
        components: { securitySchemes: { [name]: scheme } },
      }),
    ];
    const both = [
      secured("Header", { type: "apiKey", in: "header", name: "X-Key" }),
      secured("Query", { type: "apiKey", in: "query", name: "key" }),
    ] as const;
    const played = await playWitnesses(checkCompat(...both), both);

    expect(playedOf(played, "security-narrowed")).toMatchObject({
      base: "200",
      revision: expect.stringMatching(/^401/) as string,
      confirmed: true,
    });
  });
});

/** A request that both sides take as well, in the place of the one that proves a rule's change. */
function fits(rule: string): object {
  if (rule === "operation-removed") return { method: "GET", path: "/v1/orders" };
  if (rule === "response-property-removed") return { method: "GET", path: "/v1/nowhere" };
  return { body: { product: "Plus wallbox", quantity: 1 } };
}
