import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const scratch = createScratch();
const text = { type: "string" };
const flag = { type: "boolean" };
const guest = object({
  id: text,
  userId: text,
  enabled: flag,
  activated: flag,
  status: { ...text, enum: ["open", "resolved"] },
});

interface Action {
  readonly below: string;
  readonly path?: string;
  readonly sends?: JsonObject;
  readonly body?: JsonObject;
  readonly documents?: string;
}

describe("an action on items that only a list shows", () => {
  it.each<[string, Action, JsonObject]>([
    ["PUT", { below: "status", sends: object({ enabled: flag }), body: { enabled: false } }, { enabled: false }],
    ["POST", { below: "activate" }, { activated: true }],
    ["POST", { below: "activate", documents: "201" }, { activated: true }],
    ["POST", { below: "resolve" }, { status: "resolved" }],
    ["PATCH", { below: "", sends: object({ userid: text }), body: { userid: "u2" } }, { userId: "u2" }],
  ])("is seen in the list: %s %j", async (method, { below, path = below, sends, body, documents }, expected) => {
    const item = { delete: { parameters: parametersOf("{guestId}"), responses: { "204": { description: "" } } } };
    const platform = platformServing([
      await scratch.load({
        paths: {
          "/guests": {
            get: { responses: { "200": shown({ type: "array", items: guest }) } },
            post: { requestBody: shown(object({ userid: text })), responses: { "201": { description: "" } } },
          },
          "/guests/{guestId}": item,
          [below === "" ? "/guests/{guestId}" : `/guests/{guestId}/${below}`]: {
            ...(below === "" && item),
            [method.toLowerCase()]: {
              parameters: parametersOf(`{guestId}/${below}`),
              ...(sends && { requestBody: shown(sends) }),
              responses: Object.fromEntries([documents ?? "204", "404"].map((each) => [each, { description: "" }])),
            },
          },
        },
      }),
    ]);
    await ask(platform, "POST /guests", { body: { userid: "u1" } });
    const [made] = (await ask(platform, "GET /guests")).value as readonly JsonObject[];

    expect(made).toMatchObject({ userId: "u1" });
    const end = path === "" ? "" : `/${path}`;
    expect((await ask(platform, `${method} /guests/${made?.["id"]}${end}`, body ? { body } : {})).status).toBeLessThan(
      300,
    );
    expect((await ask(platform, "GET /guests")).value).toMatchObject([{ ...made, ...expected }]);
  });
});

function parametersOf(path: string): Json {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({ name, in: "path", required: true, schema: text }));
}

function object(properties: JsonObject): JsonObject {
  return { type: "object", properties };
}

function shown(schema: JsonObject): JsonObject {
  return { description: "", content: { "application/json": { schema } } };
}
