import { describe, expect, it } from "vitest";
import { ask, noon, platformOf } from "../../../test/support/mock/ask.ts";
import { type CustomBehaviour, type Platform, type Reply, behaviour } from "../../index.ts";

/** Platform of the library contract with one custom behaviour. */
function libraryWithBehaviour(custom: Partial<CustomBehaviour> & Pick<CustomBehaviour, "handle">): Promise<Platform> {
  return platformOf("library", { behaviours: [{ id: "house-rule", operations: ["createBook"], ...custom }] });
}

const emmaRequest = { body: { title: "Emma" } };

describe("a custom behaviour", () => {
  it("can refuse a call with a documented status code", async () => {
    const platform = await libraryWithBehaviour({
      operations: ["getBook"],
      handle: ({ input }) => ({ refused: `Nobody may see ${String(input.parameters["book_id"])}`, status: 404 }),
    });
    const { value: book } = await ask(platform, "POST /books", emmaRequest);
    const { status, value } = await ask(platform, `GET /books/${book.id}`);

    expect([status, value.detail]).toEqual([404, `Nobody may see ${book.id}`]);
  });

  it("can return its own value, which is made to fit the contract", async () => {
    const platform = await libraryWithBehaviour({
      operations: ["getBook"],
      handle: () => ({ value: { title: "Persuasion", secret: "x" }, headers: { "x-by": "house-rule" } }),
    });
    const { status, headers, value } = await ask(platform, "GET /books/any");

    expect([status, headers["x-by"], value.title]).toEqual([200, "house-rule", "Persuasion"]);
    expect(value).toEqual(expect.objectContaining({ id: expect.any(String), created_at: expect.any(String) }));
  });

  it.each(["createBook", "library/createBook", "POST /books"])(
    "is bound to an operation by the name %s",
    async (name) => {
      const platform = await libraryWithBehaviour({
        operations: [name],
        async handle(call, next) {
          const reply = await next();
          return "refused" in reply ? reply : { ...reply, value: { ...(reply.value as object), title: "Changed" } };
        },
      });

      expect((await ask(platform, "POST /books", emmaRequest)).value.title).toBe("Changed");
    },
  );

  it("can return the mock's reply unchanged, and call the mock with another input", async () => {
    const plain = await platformOf("library");
    const passThrough = await libraryWithBehaviour({
      operations: ["createBook", "listBooks", "getBook"],
      handle: (_, next) => next(),
    });
    const uppercasing = await libraryWithBehaviour({
      handle: ({ input }, next) => next({ ...input, body: { ...(input.body as object), title: "EMMA" } }),
    });
    for (const platform of [plain, passThrough]) await ask(platform, "POST /books", emmaRequest);

    for (const line of ["GET /books", "GET /books?limit=0", "GET /books?limit=x", "GET /books/none", "POST /books"])
      expect(await ask(passThrough, line)).toEqual(await ask(plain, line));
    expect((await ask(uppercasing, "POST /books", emmaRequest)).value.title).toBe("EMMA");
  });

  it("can change the items of a list", async () => {
    const platform = await libraryWithBehaviour({
      operations: ["listBooks"],
      async handle(_, next) {
        const reply = (await next()) as Reply;
        const items = reply.items?.filter(({ title }) => title !== "Emma") ?? [];
        return { ...reply, items, envelope: { ...reply.envelope, total: items.length } };
      },
    });
    for (const title of ["Emma", "Persuasion"]) await ask(platform, "POST /books", { body: { title } });

    expect((await ask(platform, "GET /books")).value).toEqual({
      total: 1,
      has_more: false,
      results: [expect.objectContaining({ title: "Persuasion" })],
    });
  });

  it("has the organization's name, clock and state, and a separate memory for each organization", async () => {
    const platform = await libraryWithBehaviour({
      async handle({ state, clock, organization, memory }, next) {
        const count = ((memory.get("count") as number | undefined) ?? 0) + 1;
        memory.set("count", count);
        const title = `${organization} ${count} of ${(await state.list("/books")).length} at ${clock.now() - noon}`;
        await state.change("/books", "told", (current) => ({ id: "told", title, before: current?.["title"] ?? null }));
        await state.change("/books", "gone", () => ({}));
        await state.change("/books", "gone", () => null);
        expect(await state.read("/books", "gone")).toBeUndefined();
        return next();
      },
    });
    platform.organization("acme").clock.advance(5);
    for (const token of ["mock-acme", "mock-acme", "mock-globex"])
      expect((await ask(platform, "POST /books", { ...emmaRequest, token })).status).toBe(201);
    const storedBook = async (organization: string) =>
      (await platform.organization(organization).state()).collections["/books"]?.find(({ id }) => id === "told")?.value;

    expect(await storedBook("acme")).toMatchObject({ title: "acme 2 of 2 at 5", before: "acme 1 of 0 at 5" });
    expect(await storedBook("globex")).toMatchObject({ title: "globex 1 of 0 at 0" });
    await platform.organization("acme").reset();
    await ask(platform, "POST /books", emmaRequest);
    expect(await storedBook("acme")).toMatchObject({ title: "acme 1 of 0 at 0" });
  });

  it("keeps the cached body of an unchanged reply", async () => {
    const platform = await libraryWithBehaviour({ operations: ["getBook"], handle: (_, next) => next() });
    const { value: book } = await ask(platform, "POST /books", emmaRequest);
    const read = { method: "GET", url: `/books/${book.id}`, headers: { authorization: "Bearer mock-acme" } };

    expect((await platform.handle(read)).body).toBe((await platform.handle(read)).body);
  });

  it("gets frozen resources, and its own objects are copied", async () => {
    type WithTitle = { title: string };
    const ownBook = { title: "mine" };
    const edits: ((value: WithTitle) => void)[] = [];
    const platform = await libraryWithBehaviour({
      async handle({ state }, next) {
        const reply = (await next()) as Reply;
        const createdBook = reply.value as WithTitle & { id: string };
        const listed = (await state.list("/books"))[0];
        const read = await state.read("/books", createdBook.id);
        const changed = await state.change("/books", "other", () => ownBook);
        await state.change("/books", "other", (current) => {
          edits.push((value) => Object.assign(current as object, value));
          return current ?? null;
        });
        for (const each of [createdBook, listed, read, changed])
          edits.push((value) => Object.assign(each as object, value));
        ownBook.title = "edited";
        return reply;
      },
    });
    await ask(platform, "POST /books", emmaRequest);

    expect(edits).toHaveLength(5);
    for (const edit of edits) expect(() => edit({ title: "edited" })).toThrow(TypeError);
    expect(JSON.stringify(await platform.organization("acme").state())).not.toContain("edited");
    expect(ownBook).toEqual({ title: "edited" });
  });

  it("runs in the order of the list, each behaviour with its own memory", async () => {
    const appendTitle = (id: string): CustomBehaviour => ({
      id,
      operations: ["createBook"],
      handle({ input, memory }, next) {
        const { title } = input.body as { title: string };
        memory.set(id, true);
        return next({ ...input, body: { title: `${title} ${id} ${memory.size}` } });
      },
    });
    const platform = await platformOf("library", { behaviours: [appendTitle("one"), appendTitle("two")] });

    expect((await ask(platform, "POST /books", emmaRequest)).value.title).toBe("Emma one 1 two 1");
  });
});

describe("a behaviour that fails", () => {
  it.each<[string, CustomBehaviour["handle"], string]>([
    ["throws", () => Promise.reject(new Error("boom")), "boom"],
    [
      "throws a value that is not an Error",
      () => {
        throw "boom";
      },
      "boom",
    ],
    ["returns nothing", (() => {}) as never, "it returned neither a value nor a refusal"],
    [
      "refuses with an undocumented status code",
      () => ({ refused: "No", status: 418 }),
      "it refused with 418, but the contract documents 201",
    ],
    [
      "sends a header with an invalid name",
      () => ({ value: {}, headers: { "bad name": "x" } }),
      'Header name must be a valid HTTP token ["bad name"]',
    ],
    [
      "refuses with a header that contains a line break",
      () => ({ refused: "No", status: 201, headers: { "x-two": "a\nb" } }),
      'Invalid character in header content ["x-two"]',
    ],
  ])("is named in the error if it %s", async (_, handle, reason) => {
    const { status, value } = await ask(await libraryWithBehaviour({ handle }), "POST /books", emmaRequest);

    expect([status, value.detail]).toEqual([
      500,
      `The mock failed: The behaviour "house-rule" failed at POST /books: ${reason}`,
    ]);
  });

  it("is not named in the error if an inner behaviour fails", async () => {
    const behaviours = [
      behaviour({ id: "outer", operations: ["createBook"], handle: (_, next) => next() }),
      behaviour({ id: "inner", operations: ["createBook"], handle: () => Promise.reject(new Error("boom")) }),
    ];
    const { value } = await ask(await platformOf("library", { behaviours }), "POST /books", emmaRequest);

    expect(value.detail).toBe('The mock failed: The behaviour "inner" failed at POST /books: boom');
  });
});

describe("an invalid behaviour", () => {
  const handle: CustomBehaviour["handle"] = (_, next) => next();
  const validBehaviour: CustomBehaviour = { id: "fine", operations: ["createBook"], handle };
  it.each<[string, unknown, string]>([
    ["null", [null], "Cannot use behaviour 1: it is not an object"],
    ["no id", [validBehaviour, { operations: ["createBook"], handle }], "Cannot use behaviour 2: it has no id"],
    [
      "the same id twice",
      [validBehaviour, validBehaviour],
      'Cannot use the behaviour "fine": another one has the same id',
    ],
    [
      "no operations",
      [{ ...validBehaviour, operations: [] }],
      'Cannot use the behaviour "fine": it names no operations',
    ],
    [
      "no handler",
      [{ ...validBehaviour, handle: 1 }],
      'Cannot use the behaviour "fine": it has no function handle(call, next)',
    ],
    [
      "an unknown operation",
      [{ ...validBehaviour, operations: ["createBok"] }],
      'Cannot bind the behaviour "fine" to "createBok": no operation has this name; the nearest are "createBook", "createNote", "updateBook"',
    ],
    [
      "an unknown operation without a similar name",
      [{ ...validBehaviour, operations: ["?"] }],
      'Cannot bind the behaviour "fine" to "?": no operation has this name',
    ],
  ])("is refused: %s", async (_, behaviours, message) => {
    const refused = platformOf("library", { behaviours: behaviours as CustomBehaviour[] });

    await expect(refused).rejects.toMatchObject({ message });
  });
});
