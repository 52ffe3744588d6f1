import { describe, expect, it } from "vitest";
import { ask, platformOf } from "../../test/support/mock/ask.ts";

describe("a batch", () => {
  it("creates all items of the list", async () => {
    const { platform, errands } = await withErrands();

    expect(errands).toMatchObject([{ title: "One" }, { title: "Two" }, { title: "Three" }]);
    for (const errand of errands) expect((await ask(platform, `GET /errands/${errand.id}`)).value).toEqual(errand);
  });

  it("updates all items, or none if one is missing", async () => {
    const { platform, errands } = await withErrands();
    const [one, two] = errands;
    const done = await ask(platform, "POST /errands:batchUpdate", {
      body: [
        { ...one, note: "a" },
        { ...two, note: "b" },
      ],
    });
    const refused = await ask(platform, "POST /errands:batchUpdate", {
      body: [
        { ...one, note: "c" },
        { id: "none", title: "", updated_at: "2026-01-01T00:00:00Z" },
      ],
    });

    expect(done.value).toMatchObject({
      errands: [
        { id: one.id, note: "a" },
        { id: two.id, note: "b" },
      ],
      count: 2,
    });
    expect(refused.status).toBe(404);
    expect((await ask(platform, `GET /errands/${one.id}`)).value.note).toBe("a");
  });

  it("reads the existing items by id", async () => {
    const { platform, errands } = await withErrands();
    const [one, , three] = errands;
    const { value } = await ask(platform, "POST /errands:batchGet", { body: { ids: [three.id, "none", one.id] } });

    expect(value).toEqual([three, one]);
  });

  it("deletes all items by id", async () => {
    const { platform, errands } = await withErrands();
    const [one, two, three] = errands;
    const { status } = await ask(platform, "POST /errands:batchDelete", { body: { ids: [one.id, "none", three.id] } });

    expect(status).toBe(204);
    expect((await ask(platform, "GET /errands")).value.results.map(({ id }: { id: string }) => id)).toEqual([two.id]);
  });
});

/** A platform with three errands, made at once. */
async function withErrands() {
  const platform = await platformOf("errands");
  const body = { errands: ["One", "Two", "Three"].map((title) => ({ title })) };
  const { value } = await ask(platform, "POST /errands:batchCreate", { body });
  expect(value.count).toBe(3);
  return { platform, errands: value.errands };
}
