import type { Json, JsonObject, Operation } from "../../contracts/index.ts";
import { isObject } from "../../contracts/index.ts";
import type { MockRequest, MockResponse, Platform } from "../../mock/index.ts";

/** The ids that a client has learned: for the path of a collection, the id of the item that it created last. */
export type Ids = Map<string, string>;

/** The path parameters of a path, each with the path of the collection that it names an item of. */
export function namedItems(path: string): readonly { readonly parameter: string; readonly collection: string }[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map((match) => ({
    parameter: match[1] as string,
    collection: path.slice(0, match.index).replace(/\/$/, ""),
  }));
}

/** Values of the path parameters of a path, as far as the client knows what they name. */
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

/** The id of what was created, as a client without knowledge of the API takes it from the response. */
export function idIn(response: MockResponse, parameter: string): string | undefined {
  const { location } = response.headers;
  const body = jsonIn(response);
  const found = isObject(body) ? idOf(unwrapped(body), parameter) : undefined;
  if (found !== undefined) return found;
  const last = location?.split(/[?#]/)[0]?.split("/").pop();
  return last === undefined || last === "" ? undefined : decodeURIComponent(last.replace(/\.json$/, ""));
}

/** The member that a path parameter names: itself, its end (`issue_number`: `number`), or the usual names of ids. */
export function idOf(item: JsonObject, parameter: string): string | undefined {
  const wanted = folded(parameter);
  const names = Object.keys(item);
  const metadata = item["metadata"];
  if (wanted === "name" && isObject(metadata) && typeof metadata["name"] === "string") return metadata["name"];
  const ends = names.filter((name) => wanted.endsWith(folded(name))).toSorted((a, b) => b.length - a.length);
  const name = [names.find((each) => folded(each) === wanted), ...ends, "id", "sid", "gid", "uuid", "key", "name"].find(
    (each) => each !== undefined && (typeof item[each] === "string" || typeof item[each] === "number"),
  );
  return name === undefined ? undefined : String(item[name]);
}

/** The one object that a response wraps, or the response itself. */
export function unwrapped(body: JsonObject): JsonObject {
  const objects = Object.values(body).filter(isObject);
  const scalars = Object.values(body).filter((value) => typeof value === "string" || typeof value === "number");
  return objects.length === 1 && scalars.length === 0 ? (objects[0] as JsonObject) : body;
}

/** Whether a list holds an item with this id, at any depth. */
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

/** A response; a thrown error counts as status 599. */
export async function send(platform: Pick<Platform, "handle">, request: MockRequest): Promise<MockResponse> {
  try {
    return await platform.handle(request);
  } catch (error) {
    return { status: 599, headers: {}, body: Buffer.from(String(error)) };
  }
}

/** The collection and the parameter that the last segment of an item's path names; undefined for other paths. */
export function itemPath({ path }: Pick<Operation, "path">): { collection: string; parameter: string } | undefined {
  const match = /^(.*)\/\{([^}]+)\}(?:\.json)?\/?$/.exec(path);
  return match ? { collection: match[1] as string, parameter: match[2] as string } : undefined;
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
