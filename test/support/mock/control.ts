import { expect } from "vitest";
import { type JsonObject, loadControl, findResponse, validatorOf } from "../../../contracts/index.ts";
import type { Platform } from "../../../mock/index.ts";
import { type ParsedResponse, ask } from "./ask.ts";

const contract = await loadControl();

/** Sends a request to the control API, and validates the response against its contract. */
export async function control(platform: Platform, line: string, body?: JsonObject): Promise<ParsedResponse> {
  const response = await ask(platform, line, { token: "", ...(body && { body }) });
  expect(contractViolations(line, response)).toEqual([]);
  return response;
}

/** Violations of the control API's contract by a response. */
export function contractViolations(line: string, { status, value }: ParsedResponse): unknown[] {
  const [method, path = ""] = line.split("?", 1)[0]?.split(" ") ?? [];
  const pattern = (template: string): RegExp => new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  const operation = contract.operations.find((each) => each.method === method && pattern(each.path).test(path));
  const documented = operation && findResponse(operation, status);
  if (!documented) return [`${line} answered an undocumented ${status}`];
  const schema = documented.content[0]?.schema;
  return schema ? [...validatorOf(contract, schema.pointer, "response")(value)] : value === undefined ? [] : ["a body"];
}

/** Adds a book to the library. */
export function addBook(platform: Platform, title: string, token?: string): Promise<ParsedResponse> {
  return ask(platform, "POST /books", { token, body: { title } });
}

/** The books of an organization. */
export async function titles(platform: Platform, token?: string): Promise<string[]> {
  const { value } = await ask(platform, "GET /books", { token });
  const items = Object.values(value as Record<string, unknown>).find(Array.isArray) as { title: string }[];
  return items.map(({ title }) => title);
}
