import type { Json, JsonObject, Operation } from "../../contracts/index.ts";
import { isObject } from "../../contracts/index.ts";
import type { MockRequest, MockResponse, Platform } from "../../mock/index.ts";

/** Ids that a client has received: by path of a collection, the id of the last created item. */
export type Ids = Map<string, string>;

/** Path parameters of a path, each with the path of its collection. */
export function namedItems(path: string): readonly { readonly parameter: string; readonly collection: string }[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map((match) => ({
    parameter: match[1] as string,
    collection: path.slice(0, match.index).replace(/\/$/, ""),
  }));
}

/** Values of the path parameters of a path, for collections with a known id. */
export function knownParameters(path: string, ids: Ids): Record<string, string> {
  const known = namedItems(path).map(({ parameter, collection }) => [parameter, ids.get(collection)] as const);
  return Object.fromEntries(known.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** Values of the path parameters in the URL of a request. */
export function sentParameters(path: string, url: string): Readonly<Record<string, string>> {
  const names = namedItems(path).map(({ parameter }) => parameter);
  const pattern = path.split(/\{[^}]+\}/).map((text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  const found = new RegExp(`^${pattern.join("([^/]*?)")}$`).exec(url.split("?")[0] as string);
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found?.[index + 1] ?? "")]));
}

/** Id of a created item, as a client without knowledge of the API finds it in the response. */
export function createdId(response: MockResponse, parameter: string): string | undefined {
  const { location } = response.headers;
  const body = jsonIn(response);
  const found = isObject(body) ? idOf(unwrapBody(body), parameter) : undefined;
  if (found !== undefined) return found;
  const last = location?.split(/[?#]/)[0]?.split("/").pop();
  return last === undefined || last === "" ? undefined : decodeURIComponent(last.replace(/\.json$/, ""));
}

/** Member for a path parameter: by its name, the end of its name (`issue_number`: `number`), or common names of ids. */
export function idOf(item: JsonObject, parameter: string): string | undefined {
  const wanted = normalizeName(parameter);
  const names = Object.keys(item);
  const metadata = item["metadata"];
  if (wanted === "name" && isObject(metadata) && typeof metadata["name"] === "string") return metadata["name"];
  const ends = names.filter((name) => wanted.endsWith(normalizeName(name))).toSorted((a, b) => b.length - a.length);
  const name = [
    names.find((each) => normalizeName(each) === wanted),
    ...ends,
    "id",
    "sid",
    "gid",
    "uuid",
    "key",
    "name",
  ].find((each) => each !== undefined && (typeof item[each] === "string" || typeof item[each] === "number"));
  return name === undefined ? undefined : String(item[name]);
}

/** Removes an envelope: returns the only inner object of a body, or the body itself. */
export function unwrapBody(body: JsonObject): JsonObject {
  const objects = Object.values(body).filter(isObject);
  const scalars = Object.values(body).filter((value) => typeof value === "string" || typeof value === "number");
  return objects.length === 1 && scalars.length === 0 ? (objects[0] as JsonObject) : body;
}

/** Searches for an item with this id, at any depth. */
export function holdsItem(value: Json | undefined, parameter: string, id: string): boolean {
  if (Array.isArray(value)) return value.some((each) => each === id || holdsItem(each, parameter, id));
  if (!isObject(value)) return false;
  return (
    Object.values(value).some((each) => String(each) === id) ||
    idOf(value, parameter) === id ||
    Object.values(value).some((each) => holdsItem(each, parameter, id))
  );
}

export function jsonIn({ body }: MockResponse): Json | undefined {
  try {
    return JSON.parse(Buffer.from(body).toString()) as Json;
  } catch {
    return undefined;
  }
}

/** Sends a request. A thrown error becomes a response with status 599. */
export async function send(platform: Pick<Platform, "handle">, request: MockRequest): Promise<MockResponse> {
  try {
    return await platform.handle(request);
  } catch (error) {
    return { status: 599, headers: {}, body: Buffer.from(String(error)) };
  }
}

/** Collection and parameter of an item's path; undefined if the last segment is not a parameter. */
export function itemPath({ path }: Pick<Operation, "path">): { collection: string; parameter: string } | undefined {
  const match = /^(.*)\/\{([^}]+)\}(?:\.json)?\/?$/.exec(path);
  return match ? { collection: match[1] as string, parameter: match[2] as string } : undefined;
}

function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
