import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";
import type { Platform } from "../../index.ts";

const scratch = createScratch();
const text = { type: "string" };
const org = object({ id: text, title: text });
const project = object({ id: text, name: text, due: text, orgId: text });
const task = object({ id: text, name: text, due: text });

/** Operations on items that stand at two paths, and the path where they are made. */
const forms: readonly (readonly [
  made: "nested" | "flat",
  noun: string,
  item: JsonObject,
  others: readonly string[],
])[] = [
  ["nested", "projects", project, []],
  ["nested", "projects", project, ["GET nested/{id}"]],
  ["nested", "projects", project, ["GET nested/{id}", "GET flat"]],
  ["nested", "projects", project, ["GET nested/{id}", "POST flat", "GET flat"]],
  ["nested", "tasks", task, ["GET nested/{id}"]],
  ["flat", "projects", project, ["GET nested/{id}", "GET flat"]],
];

describe("items that stand at two paths", () => {
  it.each(forms)("are the same at both: made %s, %s %j %j", async (made, noun, item, others) => {
    const [flat, nested] = [`/${noun}`, `/orgs/{orgId}/${noun}`];
    const names = [`POST ${made}`, "GET nested", "GET flat/{id}", "PATCH flat/{id}", "DELETE flat/{id}", ...others];
    const paths = names.map((name) => name.replace("nested", nested).replace("flat", flat));
    const platform = await serving(paths, item);
    const [one, other] = [await create(platform, "/orgs", {}), await create(platform, "/orgs", {})];
    const place = made === "nested" ? nested.replace("{orgId}", one) : flat;
    const id = await create(platform, place, { name: "A", ...(made === "flat" && { orgId: one }) });
    const shows = paths.filter((name) => name.startsWith("GET") && name.endsWith("{id}"));
    const lists = paths.filter((name) => name.startsWith("GET") && name.endsWith(noun));
    const at = (name: string, above = one): string => name.replace("{orgId}", above).replace("{id}", id);

    for (const name of shows) expect((await ask(platform, at(name))).value).toMatchObject({ id, name: "A" });
    for (const name of lists) expect(await idsIn(platform, at(name))).toEqual([id]);
    expect(await idsIn(platform, at(`GET ${nested}`, other))).toEqual([]);
    if (others.includes("GET nested/{id}"))
      expect((await ask(platform, at(`GET ${nested}/{id}`, other))).status).toBe(404);
    await ask(platform, at(`PATCH ${flat}/{id}`), { body: { name: "B" } });
    for (const name of shows) expect((await ask(platform, at(name))).value.name).toBe("B");
    await ask(platform, at(`DELETE ${flat}/{id}`));
    for (const name of shows) expect((await ask(platform, at(name))).status).toBe(404);
    for (const name of lists) expect(await idsIn(platform, at(name))).toEqual([]);
  });

  it("are two collections where other members, or other items, are made at each", async () => {
    const platform = await serving(
      ["POST /tasks", "GET /tasks/{id}", "POST /orgs/{orgId}/tasks", "GET /orgs/{orgId}/tasks/{id}"],
      task,
    );
    const one = await create(platform, "/orgs", {});
    const id = await create(platform, `/orgs/${one}/tasks`, { name: "A" });

    expect((await ask(platform, `GET /orgs/${one}/tasks/${id}`)).value.name).toBe("A");
    expect((await ask(platform, `GET /tasks/${id}`)).status).toBe(404);
  });
});

function object(properties: JsonObject): JsonObject {
  return { type: "object", properties };
}

async function create(platform: Platform, path: string, body: JsonObject): Promise<string> {
  return String((await ask(platform, `POST ${path}`, { body })).value.id);
}

async function idsIn(platform: Platform, name: string): Promise<readonly Json[]> {
  const { value } = await ask(platform, name);
  return (value as unknown as readonly { readonly id: Json }[]).map(({ id }) => id);
}

/** A platform with organizations, and operations on other items. */
async function serving(names: readonly string[], item: JsonObject): Promise<Platform> {
  const content = (schema: JsonObject): JsonObject => ({
    description: "",
    content: { "application/json": { schema } },
  });
  const { id: _, ...sendable } = item["properties"] as JsonObject;
  const paths: Record<string, Record<string, Json>> = {};
  for (const name of ["POST /orgs", "GET /orgs/{orgId}", ...names]) {
    const [method = "", path = ""] = name.split(" ");
    const isOfOrg = !/projects|tasks/.test(path);
    const shown = isOfOrg ? org : item;
    const isList = method === "GET" && !path.endsWith("}");
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, each]) => ({ name: each as string, in: "path" }));
    (paths[path] ??= {})[method.toLowerCase()] = {
      parameters: parameters.map((each) => ({ ...each, required: true, schema: text })),
      ...(/POST|PATCH/.test(method) && { requestBody: content(isOfOrg ? object({ title: text }) : object(sendable)) }),
      responses:
        method === "DELETE"
          ? { "204": { description: "" } }
          : { [method === "POST" ? "201" : "200"]: content(isList ? { type: "array", items: shown } : shown) },
    };
  }
  return platformServing([await scratch.load({ paths })]);
}
