import { execFile, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Contract, type JsonObject, loadContract } from "../../contracts/index.ts";
import { createClock, createPlatform, defaultMock, startMock } from "../../mock/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { curlCommand, findFirstCall } from "./first-call.ts";

const scratch = createScratch();
const hasCurl = spawnSync("curl", ["--version"]).status === 0;
const address = "http://127.0.0.1:4010";

/** A mock of a contract, as `concord mock` serves it. */
function serve(contract: Contract) {
  return createPlatform([contract], { profile: defaultMock, clock: createClock(Date.now), seedExamples: true });
}

/** The command that the greeting prints for a contract, and the status code of its request. */
async function tried(contract: Contract): Promise<{ readonly command: string; readonly status: number } | undefined> {
  const platform = serve(contract);
  try {
    const call = await findFirstCall(platform);
    if (call === undefined) return undefined;
    const command = curlCommand(call, address);
    return { command, status: await statusOf(platform, command) };
  } finally {
    await platform.close();
  }
}

/** Runs the printed command by a shell against a mock that listens, and returns the status that curl shows. */
async function run(item: JsonObject): Promise<{ readonly command: string; readonly status: string | undefined }> {
  const contract = await scratch.load({ paths: { "/things": item }, components: { securitySchemes: schemes } });
  const mock = await startMock({ contracts: [contract], profile: defaultMock, port: 0 });
  try {
    const call = await findFirstCall(mock.platform);
    const command = call ? curlCommand(call, mock.url) : "none";
    const { stdout } = await promisify(execFile)("sh", ["-c", `${command} --silent --max-time 10`]);
    return { command, status: /^HTTP\/1\.1 (\d+)/.exec(stdout.replace(/^HTTP\/1\.1 100[^]*?\r\n\r\n/, ""))?.[1] };
  } finally {
    await mock.close();
  }
}

/** Sends the request of a curl command. */
async function statusOf(platform: ReturnType<typeof serve>, command: string): Promise<number> {
  const words = wordsIn(command);
  const valuesOf = (option: string): string[] => words.flatMap((word, at) => (words[at - 1] === option ? [word] : []));
  const headers = valuesOf("-H").flatMap(curlHeader);
  const cookies = valuesOf("-b").map((value) => ["cookie", value] as const);
  const users = valuesOf("-u").map(
    (pair) => ["authorization", `Basic ${Buffer.from(pair).toString("base64")}`] as const,
  );
  const [body] = valuesOf("-d");
  const url = words.find((word) => word.startsWith(address))?.slice(address.length) as string;
  const response = await platform.handle({
    method: valuesOf("-X")[0] as string,
    url,
    headers: Object.fromEntries([...headers, ...cookies, ...users].map(([name, value]) => [name.toLowerCase(), value])),
    ...(body !== undefined && { body: Buffer.from(body) }),
  });
  return response.status;
}

/** Header that curl sends for an option: `Name:` sends none, and `Name;` an empty one. */
function curlHeader(option: string): [string, string][] {
  const [, name = "", separator, value = ""] = /^([^:;]+)([:;])\s*(.*)$/s.exec(option) ?? [];
  return separator === ":" && value === "" ? [] : [[name, value]];
}

/** Words of a command of the shell, in which a word is plain or in single quotes. */
function wordsIn(command: string): string[] {
  return [...command.matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|\\'/g, (_, inner?: string) => inner ?? "'"),
  );
}

const schema = fc.constantFrom<JsonObject>(
  { type: "string" },
  { type: "string", pattern: "^$" },
  { type: "string", minLength: 12, maxLength: 14 },
  { type: "string", pattern: "^[A-Z]{3}-\\d+$" },
  { type: "string", format: "date-time" },
  { type: "string", const: "it's [a] {b} & c" },
  { type: "integer", minimum: 40 },
  { type: "boolean" },
  { enum: ["ä b", "c"] },
  { type: "array", items: { type: "integer" }, minItems: 2 },
  { type: "object", required: ["from"], properties: { from: { type: "string", format: "date" } } },
);

const parameter = fc.record({
  in: fc.constantFrom("query", "header", "cookie"),
  required: fc.boolean(),
  schema,
});

const parameters = fc.array(parameter, { maxLength: 3 }).map((list) =>
  list.map((each, index) => {
    const style = each.in === "query" && each.schema["type"] === "object" ? { style: "deepObject" } : {};
    return { ...each, ...style, name: `p-${index}` };
  }),
);

const schemes: JsonObject = {
  header: { type: "apiKey", in: "header", name: "X-Key" },
  query: { type: "apiKey", in: "query", name: "key" },
  cookie: { type: "apiKey", in: "cookie", name: "sid" },
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "bearer" },
  oauth: { type: "oauth2", flows: {} },
};
const requirement = fc
  .subarray(["header", "query", "cookie", "basic", "oauth"], { maxLength: 2 })
  .map((names) => Object.fromEntries(names.map((name) => [name, []])));

const operation = fc.record({
  method: fc.constantFrom("get", "post", "put"),
  summary: fc.constantFrom("", "Two\nlines of 'text'"),
  parameters,
  security: fc.array(requirement, { maxLength: 2 }),
  body: fc.option(schema),
});

const documents = fc.array(operation, { minLength: 1, maxLength: 3 }).map((operations): JsonObject => {
  const paths = operations.map(({ method, body, ...rest }, index) => {
    const requestBody = { required: true, content: { "application/json": { schema: body ?? true } } };
    const responses = {
      "200": { description: "Fine", content: { "application/json": { schema: { type: "object" } } } },
    };
    return [`/p${index}`, { [method]: { ...rest, responses, ...(method !== "get" && body && { requestBody }) } }];
  });
  return { paths: Object.fromEntries(paths) as JsonObject, components: { securitySchemes: schemes } };
});

describe("findFirstCall()", () => {
  it("finds a call that succeeds as it is printed", async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(documents, async (parts) => {
        const result = await tried(await scratch.load(parts));
        if (result === undefined) return;
        found++;
        expect(result.status, result.command).toBeGreaterThanOrEqual(200);
        expect(result.status, result.command).toBeLessThan(300);
        expect(result.command).not.toContain("\n");
      }),
      { numRuns: 60, seed: 40 },
    );

    expect(found).toBeGreaterThan(50);
  });

  it.each(readdirSync("fixtures/mock").filter((name) => name.endsWith(".yaml")))("is right for %s", async (name) => {
    const result = await tried(await loadContract(join("fixtures/mock", name)));

    expect(result?.status ?? 200, result?.command).toBeOneOf([200, 201, 202, 204]);
  });

  it.each<[string, JsonObject]>([
    ["a query", { parameters: [{ name: "q", in: "query", required: true, schema: { minLength: 3 } }] }],
    ["a header", { parameters: [{ name: "X-Region", in: "header", required: true, schema: { enum: ["eu"] } }] }],
    ["two keys", { security: [{ header: [], query: [] }] }],
    ["nothing", { security: [{}] }],
  ])("finds a call for an operation that requires %s", async (_, parts) => {
    const get = { responses: { "200": { description: "Fine" } }, ...parts };
    const contract = await scratch.load({ paths: { "/things": { get } }, components: { securitySchemes: schemes } });

    expect(await tried(contract)).toMatchObject({ status: 200 });
  });

  it("finds a call for an operation that requires a form", async () => {
    const things = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
    const content = { "application/xml": { schema: things }, "application/x-www-form-urlencoded": { schema: things } };
    const post = { requestBody: { required: true, content }, responses: { "200": { description: "Fine" } } };

    expect(await tried(await scratch.load({ paths: { "/things": { post } } }))).toMatchObject({
      command: expect.stringContaining("-H 'Content-Type: application/x-www-form-urlencoded'"),
      status: 200,
    });
  });

  const text = { type: "string" };
  const thing = {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string", example: `it's "1"; @ & <b>` },
      count: { type: "integer" },
      at: { ...text, xml: { attribute: true } },
    },
  };
  const upload = {
    ...thing,
    properties: {
      ...thing.properties,
      file: { ...text, format: "binary" },
      more: { type: "object", properties: { a: text } },
    },
  };
  const ids = { type: "array", items: { type: "integer" } };

  it.skipIf(!hasCurl).each<[string, JsonObject, string]>([
    ["JSON", { "application/json": { schema: thing } }, `-d '{"name"`],
    ["a JSON type of a vendor", { "application/vnd.api+json": { schema: thing } }, "application/vnd.api+json"],
    ["a number", { "application/json": { schema: { const: 0 } } }, "-d 0"],
    ["a form", { "application/x-www-form-urlencoded": { schema: thing } }, "-d 'name="],
    ["parts", { "multipart/form-data": { schema: upload } }, "--form-string 'name=it"],
    ["a file", { "multipart/form-data": { schema: { ...upload, required: ["file"] } } }, "filename=file"],
    ["XML", { "application/xml": { schema: thing } }, "-d '<root"],
    ["XML with an example", { "text/xml": { schema: thing, example: "<a>\n  <b/>\n</a>\n" } }, "-d '<a><b/></a>'"],
    ["text", { "text/plain": { schema: { ...text, const: "@home" } } }, "--data-raw @home"],
    ["an image", { "image/png": {} }, "-H 'Content-Type: image/png'"],
    ["a range of types", { "text/*": { schema: text } }, "-H 'Content-Type: text/plain'"],
  ])("prints a command that sends %s", async (_, content, option) => {
    const post = { requestBody: { required: true, content }, responses: { "200": { description: "Fine" } } };

    expect(await run({ post })).toEqual({ command: expect.stringContaining(option), status: "200" });
  });

  it.skipIf(!hasCurl).each<[string, JsonObject]>([
    ["a query", { parameters: [{ name: "q", in: "query", required: true, schema: { ...ids, minItems: 2 } }] }],
    [
      "an example in its encoding",
      { parameters: [{ name: "q", in: "query", explode: false, required: true, schema: ids, example: "1,2" }] },
    ],
    ["brackets", { parameters: [{ name: "q", in: "query", style: "deepObject", required: true, schema: thing }] }],
    ["a header", { parameters: [{ name: "X-A", in: "header", required: true, schema: { ...text, const: "it's" } }] }],
    [
      "a cookie and a key",
      { parameters: [{ name: "c", in: "cookie", required: true, schema: text }], security: [{ cookie: [] }] },
    ],
    ["a key in the query", { security: [{ query: [] }] }],
    ["basic authentication", { security: [{ basic: [] }] }],
  ])("prints a command that sends %s", async (_, parts) => {
    expect(await run({ get: { responses: { "200": { description: "Fine" } }, ...parts } })).toMatchObject({
      status: "200",
    });
  });

  it.skipIf(!hasCurl)("prints a command for HEAD that ends", async () => {
    expect(await run({ head: { responses: { "200": { description: "Fine" } } } })).toMatchObject({ status: "200" });
  });

  it("finds a creation where no item can be read", async () => {
    const responses = { "200": { description: "Fine" }, "404": { description: "Unknown" } };
    const item = { type: "object", properties: { id: text } };
    const content = { "application/json": { schema: item } };
    const id = { name: "id", in: "path", required: true, schema: text };
    const post = { requestBody: { required: true, content }, responses };
    const get = { parameters: [id], responses: { ...responses, "200": { description: "Fine", content } } };
    const paths = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [
        [`/c${at}`, { post }],
        [`/c${at}/{id}`, { get }],
      ]).flat(),
    );

    expect(await tried(await scratch.load({ paths }))).toMatchObject({
      command: expect.stringContaining("POST"),
      status: 200,
    });
  });

  it("finds none where no call succeeds", async () => {
    const drop = { delete: { responses: { "204": { description: "Removed" } } } };

    expect(await tried(await scratch.load({ paths: { "/things": drop } }))).toBeUndefined();
  });
});
