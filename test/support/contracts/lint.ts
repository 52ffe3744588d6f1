import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { type Json, type Problem, splitPointer } from "../../../contracts/index.ts";

const clean = readFileSync("fixtures/contracts/clean.yaml", "utf8");

/** Problem as text for assertions. */
export function wordOf({ code, message }: Problem): string {
  return `${code}: ${message}`;
}

/** The valid document with one value replaced or removed. */
export function planted(pointer: string, value: Json | undefined, document: Json = parse(clean) as Json): Json {
  const copy = structuredClone(document) as Record<string, never>;
  const tokens = splitPointer(pointer);
  const last = tokens.pop() as string;
  const owner = tokens.reduce<Record<string, never>>((node, token) => node[token] as never, copy) as Record<
    string,
    Json
  >;
  if (value === undefined) delete owner[last];
  else owner[last] = value;
  return copy;
}
