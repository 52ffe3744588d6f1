import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { type ParsedResponse, ask } from "../../../test/support/mock/ask.ts";
import { type Stated, object, servingOperations } from "../../../test/support/mock/operations.ts";

/** A parsed body. */
type Value = ParsedResponse["value"];

const text = { type: "string" };
const note = object({ title: text, done: { type: "boolean" } }, ["title"]);
const shown = object({ id: text, title: text, done: { type: "boolean" } }, ["id"]);
const notes = (item: JsonObject): JsonObject => ({ type: "array", items: item });
const ids = { type: "array", items: text };

/** Operations on notes, whose create takes one of them or a list. */
function notebook(sends: Json, shows: Json): Readonly<Record<string, Stated>> {
  return {
    "POST /notes": { sends, shows },
    "GET /notes": { shows: notes(shown) },
    "GET /notes/{note_id}": { shows: shown },
    "DELETE /notes/{note_id}": {},
  };
}

const titlesIn = (list: readonly { title: string }[]): string => list.map(({ title }) => title).join("");

describe("a create that takes one item or a list", () => {
  const oneOrSeveral = object({ note, notes: notes(note) });
  const answer = { note: shown, notes: notes(shown), note_ids: ids };
  it.each<[string, JsonObject, (value: Value) => Value]>([
    ["at its top", object(answer, ["note_ids"]), (value) => value],
    ["inside an object", object({ data: object(answer, ["note_ids"]) }), ({ data }) => data],
  ])("creates what was sent, and lists it %s", async (_, shows, read) => {
    const platform = servingOperations(notebook(oneOrSeveral, shows));
    const create = async (body: JsonObject) => read((await ask(platform, "POST /notes", { body })).value);
    const one = await create({ note: { title: "A" } });
    const two = await create({ notes: [{ title: "B" }, { title: "C" }] });
    const all = await create({ note: { title: "D" }, notes: [{ title: "E" }] });

    expect(one).toEqual({ note: { id: one.note.id, title: "A" }, note_ids: [one.note.id] });
    expect(titlesIn(two.notes)).toBe("BC");
    expect(two.note_ids).toEqual(two.notes.map(({ id }: { id: string }) => id));
    expect(two).not.toHaveProperty("note");
    expect(titlesIn(all.notes)).toBe("DE");
    expect(await create({ notes: [] })).toEqual({ notes: [], note_ids: [] });
    expect(titlesIn((await ask(platform, "GET /notes")).value)).toBe("ABCDE");
  });

  it.each<[string, JsonObject, (value: Value) => Value]>([
    ["as it was sent", { oneOf: [shown, notes(shown)] }, (value) => value],
    ["in a list", notes(shown), ([value]) => value],
  ])("takes either as the whole body, and answers %s", async (_, shows, read) => {
    for (const sends of [{ oneOf: [note, notes(note)] }, { anyOf: [notes(note), note] }]) {
      const platform = servingOperations(notebook(sends, shows));
      const { value: one } = await ask(platform, "POST /notes", { body: { title: "A", done: true } });
      const { value: two } = await ask(platform, "POST /notes", { body: [{ title: "B" }, { title: "C" }] });

      expect(read(one)).toEqual({ id: read(one).id, title: "A", done: true });
      expect(titlesIn(two)).toBe("BC");
      expect(titlesIn((await ask(platform, "GET /notes")).value)).toBe("ABC");
    }
  });

  it("creates all or nothing", async () => {
    const [named, item] = [object({ id: text, title: text }), object({ id: text, title: text }, ["id"])];
    const platform = servingOperations({
      ...notebook(object({ note: named, notes: notes(named) }), object({ note: item, notes: notes(item) })),
    });
    await ask(platform, "POST /notes", { body: { note: { id: "a", title: "A" } } });
    const { status } = await ask(platform, "POST /notes", { body: { notes: [{ id: "b" }, { id: "a" }] } });

    expect(status).toBe(400);
    expect((await ask(platform, "GET /notes")).value).toEqual([{ id: "a", title: "A" }]);
  });

  it("leaves an item alone that has a list of keys", async () => {
    const item = object({ id: text, title: text, note_ids: ids }, ["id", "note_ids"]);
    const platform = servingOperations({
      "POST /books": { sends: object({ title: text, note_ids: ids }), shows: object({ book: item }) },
      "GET /books/{id}": { shows: item },
    });
    const body = { title: "A", note_ids: ["x", "y"] };
    const { value } = await ask(platform, "POST /books", { body });

    expect(value.book).toEqual({ id: value.book.id, ...body });
    expect((await ask(platform, `GET /books/${value.book.id}`)).value).toEqual(value.book);
  });

  it("leaves an item alone that has a list of other things", async () => {
    const book = object({ title: text, notes: notes(object({ text })) });
    const item = object({ id: text, title: text, notes: notes(object({ text })) }, ["id"]);
    const platform = servingOperations({
      "POST /books": { sends: object({ book }), shows: object({ book: item }) },
      "GET /books/{id}": { shows: object({ book: item }) },
    });
    const body = { book: { title: "A", notes: [{ text: "x" }, { text: "y" }] } };
    const { value } = await ask(platform, "POST /books", { body });

    expect(value.book).toEqual({ id: value.book.id, ...body.book });
  });
});

describe("a list of ids in the answer of a create", () => {
  it.each([["note_ids"], ["ids"], ["created_ids"], ["savedIds"]])(
    "has the id of what was created: %s",
    async (name) => {
      const shows = object({ note: shown, [name]: ids }, [name]);
      const { value } = await ask(servingOperations(notebook(object({ note }), shows)), "POST /notes", {
        body: { note: { title: "A" } },
      });

      expect(value).toEqual({ note: { id: value.note.id, title: "A" }, [name]: [value.note.id] });
    },
  );

  it.each<[string, JsonObject]>([
    ["other items", object({ note: shown, tag_ids: ids }, ["tag_ids"])],
    ["related items, inside the item", object({ note: object({ id: text, note_ids: ids }, ["id", "note_ids"]) })],
    ["related items, in the item itself", object({ id: text, note_ids: ids }, ["id", "note_ids"])],
  ])("says nothing of %s", async (_, shows) => {
    const platform = servingOperations(notebook(object({ note }), shows));
    const { text: body } = await ask(platform, "POST /notes", { body: { note: { title: "A" } } });

    expect(body).toMatch(/"(note|tag)_ids":\[\]/);
  });
});

describe("a list that answers a list without stored items", () => {
  const result = object({ To: text, Code: { type: "integer" }, MessageID: text }, ["To", "Code", "MessageID"]);
  const message = object({ To: text, Subject: text });
  const answers = { shows: { type: "array", items: result } };

  it.each<[string, Json, (list: Json) => Json]>([
    ["the body", { type: "array", items: message }, (list) => list],
    ["a member of the body", object({ Messages: { type: "array", items: message } }), (Messages) => ({ Messages })],
  ])("has an entry for each of %s, with its values", async (_, sends, bodyOf) => {
    const platform = servingOperations({ "POST /email/batch": { ...answers, sends } });
    const sent = Array.from({ length: 130 }, (__, index) => ({ To: `${index}@example.com`, Subject: "Hi" }));
    const { value } = await ask(platform, "POST /email/batch", { body: bodyOf(sent) });

    expect(value.map(({ To }: { To: string }) => To)).toEqual(sent.map(({ To }) => To));
    expect(new Set(value.slice(0, 100).map(({ MessageID }: JsonObject) => MessageID)).size).toBe(100);
    expect(value[0]).not.toHaveProperty("Subject");
    expect((await ask(platform, "POST /email/batch", { body: bodyOf([]) })).value).not.toHaveLength(130);
  });

  it("keeps to itself what has another type, and lists that are not alone", async () => {
    const two = object({ to: { type: "array", items: message }, cc: { type: "array", items: message } });
    const platform = servingOperations({
      "POST /codes": { ...answers, sends: { type: "array", items: object({ Code: text }) } },
      "POST /pairs": { ...answers, sends: two },
    });
    const { value } = await ask(platform, "POST /codes", { body: [{ Code: "x" }] });
    const pairs = await ask(platform, "POST /pairs", { body: { to: [{ To: "a" }], cc: [{ To: "b" }] } });

    expect(value).toMatchObject([{ Code: expect.any(Number) }]);
    expect(pairs.text).not.toMatch(/"To":"[ab]"/);
  });
});

describe("an answer of an operation that knows no item", () => {
  it.each([
    ["messageid", "MessageID"],
    ["message_id", "messageId"],
    ["message-id".replace("-", "_"), "message_id"],
  ])("shows the {%s} of its path as %s", async (parameter, member) => {
    const shows = object({ [member]: text, other_id: text }, [member, "other_id"]);
    const platform = servingOperations({ [`GET /messages/{${parameter}}/details`]: { shows } });
    const { value } = await ask(platform, "GET /messages/m-7/details");

    expect(value[member]).toBe("m-7");
    expect(value["other_id"]).not.toBe("m-7");
  });
});
