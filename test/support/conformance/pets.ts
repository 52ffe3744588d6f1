import type { WireRequest, WireResponse } from "../../../conformance/model/exchange.ts";
import { type Contract, type Json, type JsonObject, readQuery } from "../../../contracts/index.ts";
import { compileInMemory } from "../contracts/in-memory.ts";

/** Ways in which the provider of pets breaks its contract. */
export type PetFault =
  | "not-listed"
  | "least-not-listed"
  | "filter-ignored"
  | "filter-loses"
  | "filter-by-beginning"
  | "filter-lost-by-sorting"
  | "page-overlaps"
  | "page-skips"
  | "page-too-large"
  | "total-of-page"
  | "cursor-never-ends"
  | "cursor-of-full-end-repeats"
  | "sorted-as-text"
  | "no-token"
  | "any-token"
  | "scheme-alone"
  | "expired-token"
  | "reader-writes"
  | "reader-leaves-trace"
  | "foreign-read"
  | "foreign-listed-filtered"
  | "foreign-changed"
  | "foreign-deleted";

export type PetPaging = "offset" | "page" | "cursor";

type Pet = JsonObject & { readonly id: string };

/** Creates a provider of pets with filters, orders and pages. Some of its states change without a request. */
export function createPets(fault?: PetFault, paging: PetPaging = "offset"): (request: WireRequest) => WireResponse {
  const all = new Map<string, { readonly organization: string; pet: Pet }>();
  let count = 0;
  const on = (...faults: readonly PetFault[]): boolean => fault !== undefined && faults.includes(fault);

  return ({ method, path, headers, body }) => {
    const [place = "", text = ""] = path.split("?");
    const id = place.split("/")[2];
    const queryParameters = Object.fromEntries(readQuery(text));
    const identity = identityOf(headers["authorization"], on);
    if (!identity) return answer(401, { title: "Who are you?" });
    const { organization, mayWrite } = identity;
    const known = id === undefined ? undefined : all.get(id);
    const isWrite = method !== "GET";
    const sent = (): JsonObject => JSON.parse(body ?? "{}") as JsonObject;
    if (isWrite && !mayWrite) {
      if (known && method === "PATCH" && on("reader-leaves-trace")) known.pet = { ...known.pet, ...sent() };
      if (!on("reader-writes")) return answer(403, { title: "You may only read" });
    }
    if (id === undefined && method === "POST") {
      const { name, kind, age, tag } = sent();
      if (typeof name !== "string" || typeof kind !== "string") return answer(400, { title: "No" });
      const pet: Pet = {
        id: `pet-${String(++count).padStart(6, "0")}`,
        // Trims names, which the contract allows.
        name: name.trim(),
        kind,
        age: age ?? 2,
        ...(tag !== undefined && { tag }),
        seen: count,
      };
      all.set(pet.id, { organization, pet });
      return answer(201, pet);
    }
    if (id === undefined) return list(queryParameters, organization);
    const isOpen = known?.organization !== organization;
    if (!known || (isOpen && !on("foreign-read", "foreign-changed", "foreign-deleted"))) return answer(404, missing);
    if (isOpen && method === "GET" && !on("foreign-read")) return answer(404, missing);
    if (isOpen && isWrite && on("foreign-read")) return answer(404, missing);
    if (method === "GET") return answer(200, (known.pet = { ...known.pet, seen: (known.pet["seen"] as number) + 1 }));
    if (method === "DELETE") {
      if (!isOpen || on("foreign-deleted")) all.delete(id);
      return isOpen ? answer(404, missing) : answer(204);
    }
    if (!isOpen || on("foreign-changed")) known.pet = { ...known.pet, ...sent() };
    return isOpen ? answer(404, missing) : answer(200, known.pet);
  };

  function list(queryParameters: Readonly<Record<string, string>>, organization: string): WireResponse {
    const { kind, tag, sort } = queryParameters;
    const isOpen = on("foreign-listed-filtered") && kind !== undefined;
    const isLoose = on("filter-ignored") || (on("filter-lost-by-sorting") && sort !== undefined);
    const found = [...all.values()]
      .filter((each) => isOpen || each.organization === organization)
      .map(({ pet }) => pet)
      .filter(({ age }) => !on("not-listed") && !(on("least-not-listed") && age === 1))
      .filter((pet) => kind === undefined || isLoose || pet["kind"] === kind)
      .filter((pet) => !(on("filter-loses") && kind === "cat" && pet["kind"] === "cat"))
      .filter(
        (pet) =>
          tag === undefined || (on("filter-by-beginning") ? String(pet["tag"]).startsWith(tag) : pet["tag"] === tag),
      );
    if (sort) found.sort((one, other) => compared(one, other, sort.replace("-", "")) * (sort.startsWith("-") ? -1 : 1));
    const limit = Number(queryParameters["limit"] ?? 20);
    const start =
      paging === "page"
        ? (Number(queryParameters["page"] ?? 1) - 1) * limit
        : Number(queryParameters[paging === "cursor" ? "cursor" : "offset"] ?? 0);
    const shift = start === 0 ? 0 : on("page-overlaps") ? -1 : on("page-skips") ? 1 : 0;
    const items = found.slice(start + shift, start + shift + limit + (on("page-too-large") ? 1 : 0));
    const end = start + items.length;
    const isRepeated =
      on("cursor-never-ends") ||
      (on("cursor-of-full-end-repeats") && end === found.length && items.length === limit && limit > 2);
    const next = end < found.length ? String(end) : isRepeated ? String(start) : null;
    return answer(200, {
      items,
      total: on("total-of-page") ? items.length : found.length,
      ...(paging === "cursor" && { next_cursor: next }),
    });
  }

  function compared(one: Pet, other: Pet, by: string): number {
    const [a, b] = [one[by], other[by]].map((value) => (on("sorted-as-text") ? String(value) : value)) as [
      number,
      number,
    ];
    return a < b ? -1 : a > b ? 1 : 0;
  }
}

const missing = { title: "There is no such pet" };

function answer(status: number, body?: Json): WireResponse {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: body === undefined ? "" : JSON.stringify(body),
  };
}

function identityOf(
  authorization: string | undefined,
  on: (...faults: readonly PetFault[]) => boolean,
): { readonly organization: string; readonly mayWrite: boolean } | undefined {
  const token = authorization?.replace("Bearer ", "");
  const isLetIn =
    (authorization === undefined && on("no-token")) ||
    (token === "garbage" && on("any-token")) ||
    (authorization === "Bearer" && on("scheme-alone")) ||
    (token === "expired" && on("expired-token"));
  if (isLetIn || token === "org_usual") return { organization: "usual", mayWrite: true };
  if (token === "reader") return { organization: "usual", mayWrite: false };
  return token === "org_other" ? { organization: "other", mayWrite: true } : undefined;
}

const kind = { type: "string", enum: ["cat", "dog", "fish"] };
const tag = { type: "string", pattern: "^[A-Z]{1,4}$" };
const own = {
  name: { type: "string", minLength: 1, maxLength: 40, pattern: "\\S", description: "Spaces around it are not kept" },
  kind,
  age: { type: "integer", minimum: 1, maximum: 200 },
  tag,
};
const pet = {
  type: "object",
  required: ["id", "name", "kind", "age", "seen"],
  properties: { id: { type: "string" }, ...own, seen: { type: "integer" } },
};

/** The same provider, with each item of a list in an entry. */
export function withEntries(pets: (request: WireRequest) => WireResponse): (request: WireRequest) => WireResponse {
  return (request) => {
    const response = pets(request);
    const { items, ...more } = JSON.parse(response.body === "" ? "{}" : response.body) as { items?: Json[] };
    if (items === undefined) return response;
    const entries = items.map((item) => ({ resource: item, links: [] }));
    return { ...response, body: JSON.stringify({ items: entries, ...more }) };
  };
}

/** Contract of the provider of pets. */
export function petsContract(
  steered: PetPaging = "offset",
  { isOpen = false, hasEntries = false }: { readonly isOpen?: boolean; readonly hasEntries?: boolean } = {},
): Contract {
  const query = (name: string, schema: Json): Json => ({ name, in: "query", schema });
  const steering: Readonly<Record<PetPaging, Json>> = {
    offset: query("offset", { type: "integer", minimum: 0, default: 0 }),
    page: query("page", { type: "integer", minimum: 1, default: 1 }),
    cursor: query("cursor", { type: "string", pattern: "^[0-9]+$" }),
  };
  const json = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
  const answers = (status: string, schema?: Json): JsonObject => ({
    [status]: { description: "Fine", ...(schema !== undefined && json(schema)) },
    "404": { description: "Nothing there" },
  });
  const entry = {
    type: "object",
    required: ["resource", "links"],
    properties: { resource: pet, links: { type: "array", items: { type: "string" } } },
  };
  const listed = {
    type: "object",
    required: ["items", "total"],
    properties: {
      items: { type: "array", items: hasEntries ? entry : pet },
      total: { type: "integer" },
      next_cursor: { type: ["string", "null"] },
    },
  };
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  return compileInMemory({
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    paths: {
      "/pets": {
        get: {
          operationId: "listPets",
          parameters: [
            query("limit", { type: "integer", minimum: 1, default: 20, ...(!isOpen && { maximum: 50 }) }),
            steering[steered],
            query("kind", kind),
            query("tag", tag),
            query("sort", { type: "string", enum: ["age", "-age", "name"] }),
          ],
          responses: answers("200", listed),
        },
        post: {
          operationId: "addPet",
          requestBody: { required: true, ...json({ type: "object", required: ["name", "kind"], properties: own }) },
          responses: answers("201", pet),
        },
      },
      "/pets/{id}": {
        get: { operationId: "getPet", parameters, responses: answers("200", pet) },
        patch: {
          operationId: "changePet",
          parameters,
          requestBody: {
            required: true,
            ...json({
              type: "object",
              minProperties: 1,
              additionalProperties: false,
              properties: { kind, name: own.name },
            }),
          },
          responses: answers("200", pet),
        },
        delete: { operationId: "removePet", parameters, responses: answers("204") },
      },
    },
  });
}
