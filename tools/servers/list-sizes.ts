import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Started } from "./server.ts";

/** Number of items in each list of a server, by path: of each GET without path parameters that answers with a list. */
export async function listSizes(started: Started): Promise<ReadonlyMap<string, number>> {
  const { paths = {}, basePath = "" } = await documentOf(started);
  const sizes = new Map<string, number>();
  for (const [path, item] of Object.entries(paths)) {
    if (path.includes("{") || item["get"] === undefined) continue;
    const response = await fetch(`${started.url}${basePath}${path}`, { headers: headersOf(started) });
    const size = response.ok ? itemsIn(await response.json().catch(() => undefined)) : undefined;
    if (size !== undefined) sizes.set(path, size);
  }
  return sizes;
}

/** Number of items by which lists have grown. */
export function growth(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  return [...after].reduce((sum, [path, size]) => sum + Math.max(0, size - (before.get(path) ?? 0)), 0);
}

interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Base path of Swagger 2.0. */
  readonly basePath?: string;
}

async function documentOf({ document }: Started): Promise<Document> {
  const text = /^https?:/.test(document) ? await (await fetch(document)).text() : readFileSync(document, "utf8");
  return parse(text) as Document;
}

function headersOf({ bearer, headers = {} }: Started): Record<string, string> {
  return { ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }), ...headers };
}

/** Length of a list, or of the only list in an object. */
function itemsIn(body: unknown): number | undefined {
  if (Array.isArray(body)) return body.length;
  const lists = typeof body === "object" && body !== null ? Object.values(body).filter(Array.isArray) : [];
  return lists.length === 1 ? (lists[0] as unknown[]).length : undefined;
}
