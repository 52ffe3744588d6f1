import { METHODS } from "node:http";
import {
  type Contract,
  type RemovedOperation,
  type Route,
  createRouter,
  measureSimilarity,
} from "../../contracts/index.ts";
import type { Refusal } from "../model/problem.ts";

const known = new Set(METHODS);

/** Text of a message that cites a section of the specification. */
export type Citation = (section: string) => string;

/** Refusal of a request that names no operation. `methods` are the methods of its path. */
export type RefuseUnmatched = (method: string, path: string, methods: readonly string[] | undefined) => Refusal;

/**
 * Refusal of a request that names no operation: a removed one, another method, or an unknown path with the nearest
 * known one. `api` is the API that the request names, if any.
 */
export function createUnmatched(
  contracts: readonly Contract[],
  routes: readonly Route[],
  { api, citation }: { readonly api: string | undefined; readonly citation: Citation },
): RefuseUnmatched {
  const apiPhrase = api === undefined ? "" : ` of ${api}`;
  const removed = createRouter(contracts.flatMap((contract) => contract.removed));
  return (method, path, methods) => {
    if (!known.has(method)) return unknownMethod(method);
    const removal = removed.match(method, path);
    if (removal && "operation" in removal) return removedRefusal(removal.operation, citation);
    if (methods) return wrongMethod(method, path, methods.join(", "));
    const nearestRoute = nearest(routes, path);
    const hint = nearestRoute ? `; the nearest is ${nearestRoute.name}` : "";
    return { refused: `No operation${apiPhrase} has the path "${path}"${hint}`, status: 404 };
  };
}

/** Refuses a method that HTTP does not define (RFC 9110, section 15.6.2), such as "patch" in lower case. */
export function unknownMethod(method: string): Refusal {
  const capital = method.toUpperCase();
  const hint = known.has(capital) ? `: methods are written in capitals, as in ${capital}` : "";
  return { refused: `HTTP has no method "${method}"${hint}`, status: 501 };
}

function removedRefusal({ name, section, description }: RemovedOperation, citation: Citation): Refusal {
  const source = section === undefined ? "" : ` (${citation(section)})`;
  return { refused: `${name} was removed${source}${description === "" ? "" : `. ${description}`}`, status: 410 };
}

/** Response to OPTIONS: the allowed methods. It is not a refusal. */
function wrongMethod(method: string, path: string, allow: string): Refusal {
  const status = method === "OPTIONS" ? 204 : 405;
  return { refused: `${path} has no ${method}, only ${allow}`, status, headers: { allow } };
}

/** Operation with the most similar path, compared by segments: "/v1/notes" for "/v1/note". */
function nearest(routes: readonly Route[], path: string): Route | undefined {
  const wantedSegments = splitPath(path);
  const compared = new Map<string, number>();
  let best: { route: Route; score: number } | undefined;
  for (const route of routes) {
    const parts = splitPath(route.path);
    let score = -Math.abs(parts.length - wantedSegments.length);
    for (let index = 0; index < Math.min(parts.length, wantedSegments.length); index++)
      score += measureLikeness(parts[index] as string, wantedSegments[index] as string);
    if (score > (best?.score ?? 0)) best = { route, score };
  }
  return best?.route;

  function measureLikeness(part: string, sent: string): number {
    if (part === sent) return 3;
    if (part.startsWith("{")) return 1;
    const key = `${part}/${sent}`;
    let likeness = compared.get(key);
    if (likeness === undefined)
      compared.set(key, (likeness = isComparable(part, sent) ? 2 * measureSimilarity(part, sent) : 0));
    return likeness;
  }
}

/** Segments of a path, without empty ones. */
function splitPath(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

/** Words of very different length are not compared letter by letter, because a path may be long. */
function isComparable(part: string, sent: string): boolean {
  return Math.abs(part.length - sent.length) <= part.length / 2;
}
