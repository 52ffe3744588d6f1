import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { ask } from "../../test/support/mock/ask.ts";
import { type Stated, object, servingOperations } from "../../test/support/mock/operations.ts";

const text = { type: "string" };
const state = { type: "string", enum: ["PENDING", "REVOKED"] };

/** Operations of a family of paths with a verb, whose request has a key. */
function family(path: string, { key, answer = key, sent = {} }: { key: string; answer?: string; sent?: JsonObject }) {
  const item = object({ [answer]: text, label: text, state, request_id: text }, [answer]);
  const keyed = object({ client_id: text, [key]: text }, [key]);
  return {
    [`POST ${path}/create`]: { shows: item, sends: object({ client_id: text, label: text, ...sent }) },
    [`POST ${path}/get`]: { shows: item, sends: keyed },
    [`POST ${path}/update`]: { shows: item, sends: object({ [key]: text, label: text }, [key]) },
    [`POST ${path}/revoke`]: { shows: object({ request_id: text }), sends: keyed },
    [`POST ${path}/remove`]: { shows: object({ request_id: text }), sends: keyed },
  };
}

describe("a key in the body of a request", () => {
  it.each<[string, Parameters<typeof family>[1], Partial<Stated>]>([["/consent", { key: "consent_id" }, {}]])(
    "is that of the item at %s: %j",
    async (path, names, texts) => {
      const stated = Object.entries(family(path, names)).map(([name, each]) => [name, { ...each, ...texts }]);
      const platform = servingOperations(Object.fromEntries(stated));
      const { key, answer = key } = names;
      const call = async (verb: string, body: JsonObject) => ask(platform, `POST ${path}/${verb}`, { body });
      const { value: made } = await call("create", { label: "A" });
      const { value: other } = await call("create", { label: "B" });
      const own = { [key]: made[answer] };

      expect((await call("get", own)).value).toMatchObject({ [answer]: made[answer], label: "A" });
      await call("update", { ...own, label: "C" });
      expect((await call("get", own)).value).toMatchObject({ label: "C" });
      expect((await call("get", { [key]: other[answer] })).value).toMatchObject({ label: "B" });
      const { value: removed } = await call("remove", own);
      expect(removed.request_id).not.toBe(made[answer]);
      expect((await call("get", own)).status).toBe(404);
    },
  );

  it.each<[string, string, Parameters<typeof family>[1]]>([
    ["the create sends it", "/remarks", { key: "order_id", answer: "id", sent: { order_id: text } }],
    ["no word of the path or the text has its name", "/remarks", { key: "order_id", answer: "id" }],
    ["the create sends its end", "/originator", { key: "originator_client_id" }],
  ])("is of another item where %s", async (_, path, names) => {
    const all = Object.entries(family(path, names));
    const platform = servingOperations(Object.fromEntries(all.filter(([name]) => !/update|remove/.test(name))));
    await ask(platform, `POST ${path}/create`, { body: { label: "A" } });

    expect((await ask(platform, `POST ${path}/get`, { body: { [names.key]: "none" } })).status).toBe(200);
  });
});
