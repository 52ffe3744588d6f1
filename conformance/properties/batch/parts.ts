import { type Json, type JsonObject, isObject } from "../../../contracts/index.ts";
import { type Exchange, jsonIn } from "../../model/exchange.ts";
import { firstAlteration } from "../../items/alterations.ts";

/** Finds the members by which a response identifies a part of a batch. */
export function createNaming({ response }: Exchange): (part: JsonObject) => readonly string[] {
  const results = sentParts(jsonIn(response)) ?? [];
  return (part) =>
    Object.keys(part).filter(
      (name) =>
        part[name] !== null && results.some((result) => Object.hasOwn(result, name) && result[name] === part[name]),
    );
}

/** The parts of a batch: the body itself, or its only list of objects. */
export function sentParts(body: Json | undefined): readonly JsonObject[] | undefined {
  const lists = [body, ...(isObject(body) ? Object.values(body) : [])].filter(
    (value): value is readonly JsonObject[] => Array.isArray(value) && value.every((each) => isObject(each as Json)),
  );
  return lists.length === 1 ? lists[0] : undefined;
}

export interface Part {
  readonly sent: JsonObject;
  readonly status: number;
}

/** Each part with its status code. Returns undefined unless the response has one status per part, in the order of the parts. */
export function partsOf({ request, response }: Exchange): readonly Part[] | undefined {
  const sent = response.status === 207 ? sentParts(jsonIn(request)) : undefined;
  const results = sent && sentParts(jsonIn(response));
  if (!sent || results?.length !== sent.length) return undefined;
  const statuses = results.map((result) =>
    Number(Object.entries(result).find(([name]) => /^(http_?)?status(_?code)?$|^code$/i.test(name))?.[1]),
  );
  return statuses.every((status) => status >= 200 && status < 600)
    ? sent.map((part, index) => ({ sent: part, status: statuses[index] as number }))
    : undefined;
}

export function withParts(body: Json | undefined, parts: readonly JsonObject[]): Json | undefined {
  if (!isObject(body)) return Array.isArray(body) ? parts : undefined;
  const members = Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? parts : (value as Json)]);
  return Object.fromEntries(members) as JsonObject;
}

/** True where the shown item has the sent values in all common members. */
export function isLike(sent: JsonObject, shown: Json): boolean {
  return (
    isObject(shown) && Object.keys(sent).some((name) => Object.hasOwn(shown, name)) && !firstAlteration(sent, shown)
  );
}
