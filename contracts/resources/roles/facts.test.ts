import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { type Resources, resourcesIn } from "../resources.ts";
import { collectFacts } from "./facts.ts";

function respond(schema: JsonObject): JsonObject {
  return { responses: { "200": { description: "Done", content: { "application/json": { schema } } } } };
}

/** An item with members of its own. */
function itemOf(index: number, members: JsonObject = {}): JsonObject {
  const names = ["id", `color${index}`, `size${index}`, `weight${index}`];
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  return { type: "object", properties: { ...properties, ...members } };
}

function parametersIn(path: string): JsonObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return { parameters: names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })) };
}

type Methods = Readonly<Record<string, JsonObject>>;

/** Paths of a collection, and of its items. */
function collectionAt(collection: string, item: JsonObject, atItem: Methods = { get: respond(item) }): Methods {
  const list = respond({ type: "array", items: item });
  return {
    [collection]: { ...parametersIn(collection), get: list, post: respond(item) },
    [`${collection}/{id}`]: { ...parametersIn(`${collection}/{id}`), ...atItem },
  };
}

/** Counts how many paths are read to find what the operations of some resources are about. */
function countReads(count: number, pathsOf: (index: number) => Methods): number {
  const paths = Object.fromEntries(Array.from({ length: count }, (_, index) => Object.entries(pathsOf(index))).flat());
  const contract = compileInMemory({ openapi: "3.1.0", paths });
  const inferred = resourcesIn(contract);
  let reads = 0;
  const counting = <T extends object>(values: T): T =>
    new Proxy(values, {
      get(target, name) {
        if (typeof name === "string" && /^\d+$/.test(name)) reads++;
        return Reflect.get(target, name) as unknown;
      },
    });
  const operationsAt = new Map(inferred.operationsAt);
  operationsAt.keys = function* keys(this: typeof operationsAt) {
    for (const [path] of this) {
      reads++;
      yield path;
    }
  } as never;
  const resources: Resources = { ...inferred, operationsAt, collections: counting(inferred.collections) };
  for (const operation of contract.operations) collectFacts(resources, operation);
  return reads / contract.operations.length;
}

describe("collectFacts()", () => {
  it.each<[string, (index: number) => Methods]>([
    ["collections", (index) => collectionAt(`/things${index}`, itemOf(index))],
    [
      "collections below items",
      (index) => ({
        ...collectionAt(`/things${index}`, itemOf(index)),
        ...collectionAt(`/things${index}/{thing}/parts${index}`, itemOf(index + 1000)),
      }),
    ],
    [
      "lists of what other paths read",
      (index) => ({
        ...collectionAt(`/things${index}`, itemOf(index)),
        [`/groups${index}/{group}/things${index}`]: {
          ...parametersIn("{group}"),
          get: respond({ type: "array", items: itemOf(index) }),
        },
      }),
    ],
    [
      "items that other paths change",
      (index) => ({
        [`/things${index}/{name}`]: { ...parametersIn("{name}"), get: respond(itemOf(index)) },
        [`/admin/things${index}/{name}`]: { ...parametersIn("{name}"), patch: respond(itemOf(index)) },
      }),
    ],
    [
      "creates at paths of other words",
      (index) => ({
        ...collectionAt(`/things${index}`, itemOf(index)),
        [`/checkout${index}`]: { post: respond(itemOf(index)) },
      }),
    ],
    [
      "actions",
      (index) => ({
        ...collectionAt(`/things${index}`, itemOf(index)),
        [`/things${index}/{id}/close`]: { ...parametersIn("{id}"), post: respond(itemOf(index)) },
      }),
    ],
    [
      "reads by another member",
      (index) => ({
        ...collectionAt(`/things${index}`, itemOf(index)),
        [`/thing${index}ByColor${index}/{color}`]: { ...parametersIn("{color}"), get: respond(itemOf(index)) },
      }),
    ],
    [
      "keys in two parts",
      (index) => ({
        [`/things${index}/{region}`]: {
          ...parametersIn("{region}"),
          get: respond({ type: "array", items: itemOf(index) }),
        },
        [`/things${index}/{region}/{id}`]: { ...parametersIn("{region}{id}"), get: respond(itemOf(index)) },
      }),
    ],
  ])("reads as few paths for each operation in a large contract as in a small one: %s", (_, pathsOf) => {
    expect(countReads(160, pathsOf)).toBeLessThanOrEqual(countReads(20, pathsOf) * 1.5);
  });
});
