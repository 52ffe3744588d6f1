import { measuredPath, pageSize, sampleBody, sampleItem } from "../document.ts";
import { authorization } from "./requests.ts";
import type { Server } from "./server.ts";

/** Accepted difference in size between a response and the sample. */
const TOLERANCE = 0.1;

/**
 * Creates the items to read and list. Checks that the server returns bodies of the expected size, and that a validating
 * server refuses invalid requests. Returns the ids of the items.
 */
export async function prepare({ port, contender }: Server): Promise<readonly string[]> {
  const collection = `http://127.0.0.1:${port}${measuredPath}`;
  const ids: string[] = [];
  for (let index = 0; index < pageSize; index++) {
    const created = await exchange(collection, 201, sampleBody);
    ids.push((JSON.parse(created) as { id: string }).id);
  }
  const sampleSize = JSON.stringify(sampleItem).length;
  requireSize("GET by id", await exchange(`${collection}/${ids[0]}`, 200), sampleSize);
  requireSize("GET list", await exchange(`${collection}?limit=${pageSize}`, 200), sampleSize * pageSize);
  if (contender.validates) await exchange(collection, 400, { ...sampleBody, quantity: "three" });
  return ids;

  function requireSize(name: string, body: string, size: number): void {
    if (Math.abs(body.length - size) > size * TOLERANCE)
      throw new Error(`Cannot compare ${contender.name}: its ${name} answers ${body.length} bytes, not about ${size}`);
  }

  async function exchange(url: string, expected: number, body?: unknown): Promise<string> {
    const response = await fetch(url, {
      headers: { authorization, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status === expected) return text;
    throw new Error(`Cannot compare ${contender.name}: ${url} answers ${response.status}, not ${expected}: ${text}`);
  }
}
