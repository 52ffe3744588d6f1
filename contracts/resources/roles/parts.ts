import type { Contract, Operation } from "../../model/contract.ts";
import type { JsonSchema } from "../../model/json.ts";
import { listSchemaParts, listJsonTypes } from "../../schema/schema.ts";
import { foldedName } from "../../text/folded.ts";
import type { Resources } from "../resources.ts";
import { holdsObject } from "../sites.ts";

/** Member of an item that an operation reads or changes alone. */
export interface Part {
  readonly name: string;
  /** Member of the request that holds the value. Without it, the value is the whole body. */
  readonly sentIn?: string;
}

/** Property of an item with a name, if the bodies of the operation are that property, or have only it. */
export function findPart(
  { bodies, contract }: Resources,
  operation: Operation,
  { word, whole }: { readonly word: string; readonly whole: JsonSchema | undefined },
): Part | undefined {
  const names = whole === undefined ? [] : [...bodies.names(whole)];
  const name = names.find((each) => foldedName(each) === foldedName(word));
  const inner = name === undefined || whole === undefined ? undefined : bodies.member(whole, name);
  const [shown, sent] = [bodies.responseSchema(operation), bodies.requestSchema(operation)];
  if (name === undefined || inner === undefined || !/GET|PUT|PATCH|POST/.test(operation.method)) return undefined;
  if (operation.method === "POST" && !holdsObject(contract, inner)) return undefined;
  const own = [shown, sent].filter((body) => body !== undefined);
  if (own.length > 0 && own.every((body) => sharesSchema(contract, body, inner))) return { name };
  const [only, second] = sent === undefined ? [] : [...bodies.names(sent)];
  const value = only === undefined ? undefined : bodies.member(sent ?? true, only);
  if (only === undefined || value === undefined || second !== undefined || shown !== undefined) return undefined;
  if (/^(value|data|content)$/i.test(only) && sharesTypes(contract, value, inner)) return { name, sentIn: only };
  return undefined;
}

function sharesTypes(contract: Contract, one: JsonSchema, other: JsonSchema): boolean {
  const types: readonly string[] = listJsonTypes(contract, other);
  return listJsonTypes(contract, one).some((type) => type !== "null" && types.includes(type));
}

function sharesSchema(contract: Contract, one: JsonSchema, other: JsonSchema): boolean {
  const stringifyParts = (of: JsonSchema): string[] =>
    listSchemaParts(contract, of).flatMap((part) => {
      if (part["$ref"] ?? part["allOf"]) return [];
      return JSON.stringify(part);
    });
  const others = new Set(stringifyParts(other));
  return stringifyParts(one).some((text) => others.has(text));
}
