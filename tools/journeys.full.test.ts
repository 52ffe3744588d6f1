import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createScratch } from "../test/support/contracts/scratch.ts";

const tool = fileURLToPath(new URL("journeys.ts", import.meta.url));
const scratch = createScratch();

const document = `openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /notes:
    get: { responses: { "200": { description: All, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Note" } } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
      responses: { "201": { description: One, content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { "200": { description: One, content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }, "404": { description: None } } }
components:
  schemas:
    Note: { type: object, properties: { id: { type: string, readOnly: true }, text: { type: string } } }
`;

const create = { do: "create", method: "POST", path: "/notes", body: { text: "Milk" }, save: { id: "/id" } };
const read = { do: "read", method: "GET", path: "/notes/{id}", same: { "/text": "Milk" } };
const list = { do: "list", method: "GET", path: "/notes", contains: { at: "", where: { "/id": "{id}" } } };
const wrong = { ...read, same: { "/text": "Bread" } };

/** Folders with the document, and with a file of journeys for each list of steps. */
function write(journeys: readonly (readonly object[])[]) {
  const text = JSON.stringify({
    document: "notes.yaml",
    journeys: journeys.map((steps, index) => ({ name: `journey ${index + 1}`, steps })),
  });
  const files = journeys.length === 0 ? { "README.md": "" } : { "notes.json": text };
  const documents = scratch.write({ "documents/notes.yaml": document, ...prefixed(files) });
  return {
    folder: documents.replace(/documents.notes\.yaml$/, "journeys"),
    documents: documents.replace(/.notes\.yaml$/, ""),
  };
}

function prefixed(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`journeys/${name}`, text]));
}

function run(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [tool, ...args], (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

describe("npm run journeys", () => {
  it("counts steps and whole journeys by kind of step, and ends with 0 if all are right", async () => {
    const { folder, documents } = write([[create, read, list], [create]]);
    const { code, out } = await run(folder, "--documents", documents);

    expect(out.split("\n")).toEqual([
      "notes.yaml: steps 4/4, whole journeys 2/2",
      "create: 2/2 = 1.000",
      "read: 1/1 = 1.000",
      "list: 1/1 = 1.000",
      "steps 4/4 = 1.000, whole journeys 2/2 = 1.000",
      "",
    ]);
    expect(code).toBe(0);
  });

  it("ends with 1 and names a step that is wrong, and the journey it is in", async () => {
    const { folder, documents } = write([
      [create, read],
      [create, wrong, list],
    ]);
    const { code, out } = await run(folder, "--documents", documents, "--verbose");

    expect(out).toContain('    journey 2 · read GET /notes/{id}: /text is "Milk", not "Bread"\n');
    expect(out).toContain("steps 4/5 = 0.800, whole journeys 1/2 = 0.500\n");
    expect(code).toBe(1);
  });

  it("counts the steps after one that gave nothing to go on with as wrong", async () => {
    const { folder, documents } = write([[{ ...create, save: { id: "/key" } }, read, list]]);
    const { code, out } = await run(folder, "--documents", documents);

    expect(out).toContain("steps 0/3 = 0.000, whole journeys 0/1 = 0.000\n");
    expect(code).toBe(1);
  });

  it("ends with 1 if a document cannot be served, or there are no journeys", async () => {
    const { folder, documents } = write([[create]]);
    const unserved = await run(folder, "--documents", folder);
    const none = await run(documents, "--documents", documents);

    expect([unserved.code, none.code]).toEqual([1, 1]);
    expect(unserved.out).toContain("notes.yaml: no mock: ");
    expect(none.err).toContain("There are no journeys in ");
  });

  it("ends with 2 for wrong usage, and with 0 for --help", async () => {
    const [bare, unknown, help] = await Promise.all([run(), run("a", "--colour"), run("--help")]);

    expect([bare.code, unknown.code, help.code]).toEqual([2, 2, 0]);
    expect(bare.err).toContain("Usage: npm run journeys");
    expect(unknown.err).toContain("Unknown option '--colour'");
    expect(help.out).toContain("Usage: npm run journeys");
  });
});
