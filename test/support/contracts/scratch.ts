import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { type Contract, type Json, type JsonObject, loadContract } from "../../../contracts/index.ts";

/** A folder for the documents of one test file, removed after its tests. */
export interface Scratch {
  readonly folder: string;
  /** Writes files into a new folder, text as it is and values as JSON; returns the path of the first. */
  write(files: Readonly<Record<string, Json>>): string;
  /** Loads a document made of parts, by default in OpenAPI 3.1. */
  load(parts: JsonObject): Promise<Contract>;
}

/** Scratch folder of a test file, made where it is first used: a file whose tests are all skipped leaves none. */
export function createScratch(): Scratch {
  let made: string | undefined;
  let written = 0;
  afterAll(() => {
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
  });
  const scratch: Scratch = {
    get folder() {
      return (made ??= mkdtempSync(join(tmpdir(), "concord-contracts-")));
    },
    write,
    load: (parts) => loadContract(write({ "openapi.json": documentOf(parts) })),
  };
  return scratch;

  function write(files: Readonly<Record<string, Json>>): string {
    const home = join(scratch.folder, String(written++));
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), typeof content === "string" ? content : JSON.stringify(content, null, 2));
    }
    return join(home, Object.keys(files)[0] as string);
  }
}

/** Minimal OpenAPI document with these parts. */
export function documentOf(parts: JsonObject): JsonObject {
  return { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {}, ...parts };
}

/** Operation with a JSON response body. */
export function operationAnswering(schema: Json): JsonObject {
  return { responses: { "200": { description: "Fine.", content: { "application/json": { schema } } } } };
}

/** Operation with a JSON request body. */
export function operationAccepting(schema: Json): JsonObject {
  return {
    requestBody: { content: { "application/json": { schema } } },
    responses: { "204": { description: "Fine." } },
  };
}
