import { describe, expect, it } from "vitest";
import { type CompatReport, checkCompat } from "../../compat/index.ts";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { playWitnesses } from "./execute.ts";

type Sides = Parameters<typeof playWitnesses>[1];

const io = { signal: new AbortController().signal };

function playedOf({ changes }: CompatReport, rule: string): unknown {
  return changes.find((change) => change.rule === rule)?.witness?.played;
}

const list = { type: "array", items: { type: "string" } };
const record = { type: "object", properties: { x: { type: "string" }, y: { type: "string" } } };

/** Each way to write a list or an object in a query, whose schemas take what is written in any other. */
const writings: readonly JsonObject[] = [
  { schema: list, style: "form", explode: true },
  { schema: list, style: "form", explode: false },
  { schema: list, style: "spaceDelimited", explode: false },
  { schema: list, style: "pipeDelimited", explode: false },
  { schema: record, style: "form", explode: false },
  { schema: record, style: "deepObject", explode: true },
];

describe("playWitnesses() on how a parameter is written", () => {
  const pairs = writings.flatMap((one) =>
    writings.flatMap((other) => (one !== other && one["schema"] === other["schema"] ? [[one, other] as const] : [])),
  );

  it.each(pairs)("confirms that it is read in another way: %j, %j", async (...ways) => {
    const pair = ways.map((writing) => [
      compileInMemory({
        paths: {
          "/a": {
            get: {
              parameters: [{ name: "q", in: "query", ...writing }],
              responses: { "200": { description: "Done" } },
            },
          },
        },
      }),
    ]) as unknown as Sides;
    const played = await playWitnesses(checkCompat(...pair), pair, io);

    expect(playedOf(played, "parameter-writing-changed")).toMatchObject({ confirmed: true });
  });
});

describe("playWitnesses() on reserved characters", () => {
  it("says that no answer shows how they are read", async () => {
    const pair = [true, false].map((allowReserved) => {
      const parameters = [{ name: "q", in: "query", allowReserved, schema: { type: "string" } }];
      return [
        compileInMemory({
          paths: { "/a": { get: { parameters, responses: { "200": { description: "Done" } } } } },
        }),
      ];
    }) as unknown as Sides;
    const played = await playWitnesses(checkCompat(...pair), pair, io);

    expect(playedOf(played, "parameter-reserved-refused")).toHaveProperty("unplayed");
  });
});

describe("playWitnesses() on credentials", () => {
  const schemes = {
    key: { type: "apiKey", in: "header", name: "X-Key" },
    bearer: { type: "http", scheme: "bearer" },
    oauth: { type: "oauth2", flows: {} },
  };
  const play = async (...demands: readonly JsonObject[][]) => {
    const pair = demands.map((security) => [
      compileInMemory({
        paths: { "/a": { get: { security, responses: { "200": { description: "Done" } } } } },
        components: { securitySchemes: schemes },
      }),
    ]) as unknown as Sides;
    return playedOf(await playWitnesses(checkCompat(...pair), pair, io), "security-narrowed");
  };

  it("sends those that no longer suffice, and no others", async () => {
    expect(await play([{ bearer: [] }, { key: [] }], [{ bearer: [] }])).toMatchObject({ confirmed: true });
    expect(await play([{ key: [] }], [{ key: [], bearer: [] }])).toMatchObject({ confirmed: true });
  });

  it("says of scopes that no mock looks at them", async () => {
    expect(await play([{ oauth: ["read"] }], [{ oauth: ["read", "write"] }])).toEqual({
      unplayed: expect.stringContaining("allowed to do") as string,
    });
  });
});

describe("playWitnesses() on a media type that is gone", () => {
  const documentOf = (types: readonly string[], others: JsonObject) => [
    compileInMemory({
      paths: {
        "/a": {
          get: {
            responses: {
              "200": { description: "Done", content: Object.fromEntries(types.map((type) => [type, {}])) },
              ...others,
            },
          },
        },
      },
    }),
  ];
  const play = async (others: JsonObject) => {
    const pair = [
      documentOf(["application/json", "text/csv"], others),
      documentOf(["application/json"], others),
    ] as const;
    return playedOf(await playWitnesses(checkCompat(...pair), pair, io), "media-type-removed");
  };

  it("shows it refused where 406 is documented, and says where that is not", async () => {
    expect(await play({ "406": { description: "No" } })).toMatchObject({ base: "200", confirmed: true });
    expect(await play({})).toEqual({ unplayed: "a mock heeds Accept only where 406 is documented" });
  });
});
