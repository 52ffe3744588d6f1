import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { noon, platformOf } from "../../test/support/mock/ask.ts";
import { addBook, control, titles } from "../../test/support/mock/control.ts";

const acme = "/_concord/organizations/acme";

describe("the state of an organization, by the control API", () => {
  it("returns state as JSON that can be edited and restored, on another mock as well", async () => {
    const platform = await platformOf("library");
    await addBook(platform, "Emma");
    const { value: state } = await control(platform, `GET ${acme}/state`);
    state.collections["/books"][0].value.title = "Emma, edited";
    const other = await platformOf("library");

    expect((await control(other, `PUT ${acme}/state`, state)).status).toBe(204);
    expect((await control(other, `GET ${acme}/state`)).value).toEqual(state);
    await addBook(other, "Persuasion");
    expect(await titles(other)).toEqual(["Emma, edited", "Persuasion"]);
    expect((await control(other, `PUT ${acme}/state`, { collections: {} })).status).toBe(204);
    expect(await titles(other)).toEqual([]);
  });

  it("refuses an invalid state, and changes nothing", async () => {
    const platform = await platformOf("library");
    await addBook(platform, "Emma");
    const twice = {
      collections: {
        "/books": [
          { id: "a", value: {} },
          { id: "a", value: {} },
        ],
      },
    };
    const refused = await control(platform, `PUT ${acme}/state`, twice);

    expect(refused).toMatchObject({
      status: 409,
      value: { detail: 'Cannot keep "a" in /books: there are two of that id' },
    });
    expect(await control(platform, `PUT ${acme}/state`, { collections: { "/books": [{ id: 1 }] } })).toMatchObject({
      status: 400,
      value: { violations: [{ pointer: "/collections/~1books/0" }, { pointer: "/collections/~1books/0/id" }] },
    });
    expect(await titles(platform)).toEqual(["Emma"]);
  });

  it.each([
    ["GET journal?opration=createBook", undefined, 'no parameter "opration"; the nearest is "operation"'],
    ["GET journal/verification?operation=getBook&tims=1", undefined, 'no parameter "tims"; the nearest is "times"'],
    ["POST reset?hard=true", undefined, 'no parameter "hard"'],
    ["POST clock/advance", { milliseconds: 1, seconds: 1 }, 'no property "seconds"; the nearest is "milliseconds"'],
    ["POST clock/freeze", { att: "2026-01-05T12:00:00Z" }, 'no property "att"; the nearest is "at"'],
    [
      "PUT faults",
      { faults: [{ id: "latency", milliseconds: 3, time: 3 }] },
      'no property "time"; the nearest is "times"',
    ],
    ["PUT state", { colections: {}, collections: {} }, 'no property "colections"; the nearest is "collections"'],
    ["PUT state", { collections: { "/boks": [] } }, 'a collection that an operation has; the nearest is "/books"'],
    ["PUT state", { collections: { "/books": [{ id: "a", value: { title: 3 } }] } }, "a string"],
  ])("refuses an unknown snapshot, query parameter or member: %s %j", async (line, body, expected) => {
    const platform = await platformOf("library");
    const refused = await control(platform, line.replace(" ", ` ${acme}/`), body as JsonObject | undefined);

    expect(refused).toMatchObject({ status: 400 });
    expect(refused.value.violations.map((each: { expected: string }) => each.expected)).toEqual([expected]);
  });

  it("accepts the mock's own collections", async () => {
    const platform = await platformOf("library");
    const state = {
      collections: {
        "/_concord/idempotency-keys": [{ id: "k", value: { of: "anything" } }],
        "/books:secrets": [{ id: "a", value: { secret: "s" } }],
        "/books": [{ id: "a", value: { id: "a", title: "Emma" } }],
      },
    };

    expect((await control(platform, `PUT ${acme}/state`, state)).status).toBe(204);
    expect((await control(platform, `GET ${acme}/state`)).value.collections).toEqual(state.collections);
  });

  it("restores snapshots any number of times, and generates the same ids after each restore", async () => {
    const platform = await platformOf("library");
    await addBook(platform, "Emma");
    const made = await control(platform, `POST ${acme}/snapshots`);
    await control(platform, `POST ${acme}/snapshots`, { name: "same" });
    const kept = await control(platform, `GET ${acme}/snapshots/${made.value.name}`);
    expect(kept.value).toEqual(await platform.organization("acme").state());
    expect(kept.text).toBe(`${JSON.stringify(kept.value, null, 2)}\n`);
    expect(await control(platform, `GET ${acme}/snapshots/none`)).toMatchObject({ status: 404 });
    const idsAfterRestore: string[] = [];
    for (let round = 0; round < 2; round++) {
      idsAfterRestore.push((await addBook(platform, "Persuasion")).value.id);
      expect((await control(platform, `POST ${acme}/snapshots/${made.value.name}/restore`)).status).toBe(204);
      expect(await titles(platform)).toEqual(["Emma"]);
    }

    expect(new Set(idsAfterRestore).size).toBe(1);
    expect((await control(platform, `GET ${acme}/snapshots`)).value).toEqual({
      snapshots: [{ name: "same" }, { name: "snapshot-1" }],
    });
    expect((await control(platform, `DELETE ${acme}/snapshots/same`)).status).toBe(204);
    expect((await control(platform, `DELETE ${acme}/snapshots/same`)).status).toBe(404);
    expect((await control(platform, `POST ${acme}/snapshots/same/restore`)).status).toBe(404);
  });

  it("keeps a snapshot of an empty organization", async () => {
    const platform = await platformOf("library");
    const name = await platform.organization("acme").snapshot("empty");
    await addBook(platform, "Emma");
    await platform.organization("acme").restore(name);

    expect(await titles(platform)).toEqual([]);
    await expect(platform.organization("acme").restore("other")).rejects.toThrow('Cannot restore "other"');
  });

  it("is empty after a reset", async () => {
    const platform = await platformOf("library");
    await addBook(platform, "Emma");
    await control(platform, `POST ${acme}/clock/advance`, { milliseconds: 5 });
    await control(platform, `POST ${acme}/reset`);

    expect((await control(platform, `GET ${acme}/state`)).value).toEqual({ counter: 0, collections: {} });
    expect((await control(platform, `GET ${acme}/clock`)).value.now).toBe(new Date(noon).toISOString());
  });
});
