import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import { getHttpOperationsFromSpec } from "@stoplight/prism-cli/dist/operations.js";
import { describe, expect, it } from "vitest";
import { requestMedia, writeRequest } from "../conformance/requests/wire.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type MediaType,
  type Operation,
  isJson,
  loadContract,
  loadPlatform,
  validatorOf,
  valueAt,
} from "../contracts/index.ts";
import { createScratch, documentOf } from "./support/contracts/scratch.ts";

// Modules of `prism mock`, in this process. They are dependencies of the command and not of Concord, so they are
// resolved from its folder.
const command = createRequire(import.meta.url).resolve("@stoplight/prism-cli");
const requireOfPrism = createRequire(command);
const { createServer } = requireOfPrism("@stoplight/prism-http-server") as { createServer: CreateServer };
const { createLogger } = requireOfPrism("@stoplight/prism-core") as { createLogger: CreateLogger };

type CreateServer = (operations: readonly object[], options: object) => PrismServer;
type CreateLogger = (name: string, options: object) => object;

interface PrismServer {
  listen(port: number, host: string): Promise<string>;
  close(): Promise<void>;
}

interface Finding {
  readonly operation: string;
  readonly finding: string;
}

/** A limit of Prism 5.16 for valid documents. */
interface Limit extends Finding {
  readonly api: string;
  readonly why: string;
}

const limits: readonly Limit[] = [
  {
    api: "environments",
    operation: "GET /v1/environments/{environment_id}/variables",
    finding: "must have required property 'secret_value'",
    why: "It demands of a response what is writeOnly, where a branch of a oneOf requires it; it sends the example all the same.",
  },
  {
    api: "file",
    operation: "GET /v1/files/{id}/preview",
    finding: "Cannot find serializer for image/png",
    why: "It writes JSON, XML and text only; of a picture, OpenAPI 3.1 says the media type and no more.",
  },
  {
    api: "file",
    operation: "GET /v1/files/public/{id}/preview",
    finding: "Cannot find serializer for image/png",
    why: "As for the other preview.",
  },
  { api: "webhooks", operation: "POST event", finding: "is not found", why: "It reads paths, not webhooks." },
];

const platform = (await loadPlatform()).filter(({ kind }) => kind === "openapi");
const apis = platform.map((contract) => ({ api: contract.api, contract }));
const token = { authorization: "Bearer org_demo" };
const scratch = createScratch();

describe.each(apis)("Prism with the document of the $api API", ({ api, contract }) => {
  it("finds exactly its operations, and responds to each as documented, except for known limits", async () => {
    const known = limits.filter((limit) => limit.api === api);

    expect(await findingsOf(contract, contract.file)).toEqual(
      known.map(({ operation, finding }) => ({ operation, finding: containing(finding) })),
    );
  });
});

describe("the documents given to Prism", () => {
  it("are the 47 documents of the platform, and each limit names one of them", () => {
    expect(platform).toHaveLength(47);
    expect(limits.filter((limit) => !platform.some(({ api }) => api === limit.api))).toEqual([]);
  });
});

describe("prism mock", () => {
  it("starts with a document, and responds to each operation as documented", async () => {
    const entity = platform.find(({ api }) => api === "entity") as Contract;
    await using prism = await startCommand(entity.file);

    expect(await answerFindings(entity, entity.operations, prism.url)).toEqual([]);
  });
});

const sound = {
  "openapi.json": documentOf({
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    security: [{ token: [] }],
    paths: {
      "/pets/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" }, example: 1 }],
        get: { responses: { "200": { description: "A pet.", content: petOf({ name: "Rex" }) } } },
        put: {
          requestBody: { required: true, content: petOf({ name: "Ada" }) },
          responses: { "204": { description: "It is renamed." } },
        },
      },
    },
  }),
  "schemas.json": { Pet: { type: "object", required: ["name"], properties: { name: { type: "string" } } } },
};

interface Planted {
  readonly fault: string;
  /** Replacement in the document that Prism reads. */
  readonly replace: readonly [text: string, other: string];
  readonly findings: readonly Finding[];
}

describe("the comparison with Prism", () => {
  it.each<Planted>([
    { fault: "no fault", replace: ["", ""], findings: [] },
    {
      fault: "a reference to a file that is not there",
      replace: ["schemas.json", "lost.json"],
      findings: [{ operation: "the document", finding: containing("lost.json") }],
    },
    {
      fault: "no JSON or YAML",
      replace: ["{", "{["],
      findings: [{ operation: "the document", finding: containing("cannot be read") }],
    },
    {
      fault: "an operation less, and one more",
      replace: ['"put"', '"patch"'],
      findings: [
        { operation: "PUT /pets/{id}", finding: "is not found" },
        { operation: "PATCH /pets/{id}", finding: "is found, and not in the contract" },
      ],
    },
    {
      fault: "an answer that does not fit",
      replace: ['"Rex"', "7"],
      findings: [
        { operation: "GET /pets/{id}", finding: "answers /name as 7 in place of a string" },
        { operation: "GET /pets/{id}", finding: "answers other than the documented example" },
        { operation: "GET /pets/{id}", finding: containing("must be string") },
      ],
    },
    {
      fault: "a success that the contract does not document",
      replace: ['"200"', '"206"'],
      findings: [{ operation: "GET /pets/{id}", finding: containing("answers 206") }],
    },
    {
      fault: "an answer in another form",
      replace: ["application/json", "application/vnd.pet+json"],
      findings: [{ operation: "GET /pets/{id}", finding: "answers application/vnd.pet+json, which is not documented" }],
    },
    {
      fault: "a parameter that the documented example does not fit",
      replace: ['"integer"', '"boolean"'],
      findings: [
        { operation: "GET /pets/{id}", finding: containing("answers 422") },
        { operation: "PUT /pets/{id}", finding: containing("answers 422") },
      ],
    },
    {
      fault: "no need of a token",
      replace: ['"security":[{"token":[]}]', '"security":[]'],
      findings: [
        { operation: "GET /pets/{id}", finding: "answers 200 without a token" },
        { operation: "PUT /pets/{id}", finding: "answers 204 without a token" },
      ],
    },
  ])("detects that Prism reads a document with $fault", async ({ replace: [text, other], findings }) => {
    const contract = await loadContract(scratch.write(sound));
    const document = JSON.stringify(sound["openapi.json"]);
    expect(document).toContain(text);
    const file = scratch.write({ ...sound, "openapi.json": document.replace(text, other) });

    expect(await findingsOf(contract, file)).toEqual(findings);
  });
});

/** Differences between Prism's responses to a file and its contract. */
async function findingsOf(contract: Contract, file: string): Promise<Finding[]> {
  const started = await startServer(file).catch((error: unknown) => String(error));
  if (typeof started === "string") return [{ operation: "the document", finding: `cannot be read: ${started}` }];
  await using prism = started;
  const documented = [
    ...contract.operations.map(({ name }) => name),
    ...contract.webhooks.map(({ method, name }) => `${method} ${name}`),
  ];
  const missing = documented.filter((name) => !prism.operations.includes(name));
  const others = prism.operations.filter((name) => !documented.includes(name));
  const found = contract.operations.filter(({ name }) => prism.operations.includes(name));
  return [
    ...missing.map((operation) => ({ operation, finding: "is not found" })),
    ...others.map((operation) => ({ operation, finding: "is found, and not in the contract" })),
    ...(await answerFindings(contract, found, prism.url)),
  ];
}

/** Differences between the responses to documented examples and the contract. */
async function answerFindings(contract: Contract, operations: readonly Operation[], url: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const operation of operations) {
    const request = exampleRequest(contract, operation);
    const send = (authorization: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(url + request.path, { ...request, headers: { ...request.headers, ...authorization }, redirect: "manual" });
    const found = needsToken(operation)
      ? [...refusalFindings(await send({})), ...(await successFindings(contract, operation, await send(token)))]
      : await successFindings(contract, operation, await send({}));
    findings.push(...found.map((finding) => ({ operation: operation.name, finding })));
  }
  return findings;
}

function needsToken({ security }: Operation): boolean {
  return security.length > 0 && security.every((schemes) => schemes.length > 0);
}

function refusalFindings({ status }: Response): string[] {
  return status === 401 ? [] : [`answers ${status} without a token`];
}

async function successFindings(contract: Contract, operation: Operation, answer: Response): Promise<string[]> {
  const text = await answer.text();
  const documented = operation.responses.find(({ status }) => status === String(answer.status));
  if (!documented || answer.status >= 400) return [`answers ${answer.status}: ${text}`];
  const form = answer.headers.get("content-type");
  const media = documented.content.find(({ mediaType }) => mediaType === form);
  if (!media && documented.content.length > 0) return [`answers ${form}, which is not documented`];
  // Findings of Prism's own validator about a request and its response.
  const objections = answer.headers.get("sl-violations");
  return [
    ...(media && isJson(media.mediaType) ? bodyFindings(contract, media, JSON.parse(text) as Json) : []),
    ...(objections === null ? [] : [`Prism objects: ${objections}`]),
  ];
}

function bodyFindings(contract: Contract, media: MediaType, body: Json): string[] {
  const violations = media.schema ? validatorOf(contract, media.schema.pointer, "response")(body) : [];
  const example = firstExample(media);
  return [
    ...violations.map(({ pointer, expected, got }) => `answers ${pointer} as ${got} in place of ${expected}`),
    ...(example === undefined || isDeepStrictEqual(body, example) ? [] : ["answers other than the documented example"]),
  ];
}

/** Request from the documentation of an operation: every parameter with an example, and the first example of a body. */
function exampleRequest(contract: Contract, operation: Operation): ReturnType<typeof writeRequest> {
  const parameters = Object.fromEntries(
    operation.parameters.flatMap((parameter) => {
      const value = exampleAt(contract, parameter.pointer);
      if (value === undefined && parameter.required)
        throw new Error(`Cannot try "${operation.name}": its parameter "${parameter.name}" has no example`);
      return value === undefined ? [] : [[`${parameter.in} ${parameter.name}`, value] as const];
    }),
  );
  const body = firstExample(requestMedia(operation));
  return writeRequest(contract, operation, { parameters, ...(body !== undefined && { body }) });
}

function exampleAt({ document }: Contract, pointer: string): Json | undefined {
  const { example, examples = {} } = valueAt(document, pointer) as JsonObject;
  const [first] = Object.values(examples as Readonly<Record<string, { readonly value?: Json }>>);
  return example ?? first?.value;
}

function firstExample(media: MediaType | undefined): Json | undefined {
  return Object.values(media?.examples ?? {})[0];
}

/** Starts Prism's server for a document, as `prism mock` does. */
async function startServer(file: string) {
  const operations = await getHttpOperationsFromSpec(file);
  const server = createServer(operations, {
    cors: true,
    config: {
      isProxy: false,
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      errors: false,
      upstreamProxy: undefined,
      mock: { dynamic: false },
    },
    components: { logger: createLogger("Prism", { level: "silent" }) },
  });
  return {
    url: await server.listen(0, "127.0.0.1"),
    operations: operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** Starts the command for a document, in a separate process. */
async function startCommand(file: string) {
  // With NODE_ENV "production" it would fork another process, and 5.16 crashes then.
  const args = [command, "mock", "--multiprocess", "false", "--port", "0", file];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, FORCE_COLOR: "0" },
    timeout: 60_000,
  });
  const ended = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /listening on (http:\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    return {
      url,
      async [Symbol.asyncDispose]() {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error(`Cannot start "prism mock": it ended before it listened`);
}

function petOf(example: Json): JsonObject {
  return { "application/json": { schema: { $ref: "schemas.json#/Pet" }, example } };
}

/** Matches a finding that contains this text. */
function containing(text: string): string {
  return expect.stringContaining(text) as string;
}
