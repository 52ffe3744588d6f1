import { METHODS } from "node:http";
import { type Contract, type RemovedOperation, type Route, createRouter, similarityOf } from "../../contracts/index.ts";
import type { Refusal } from "../model/problem.ts";

const known = new Set(METHODS);

/** Text of a message that cites a section of the specification. */
export type Citation = (section: string) => string;

/** Says why no operation answers a request; `methods` are those that its path has instead. */
export type RefuseUnmatched = (method: string, path: string, methods: readonly string[] | undefined) => Refusal;

/**
 * Words for requests that name no operation: withdrawn, of another method, or unknown, with what is
 * nearest; `api` is the one that was meant, where the request said which.
 */
export function createUnmatched(
  contracts: readonly Contract[],
  routes: readonly Route[],
  { api, citation }: { readonly api: string | undefined; readonly citation: Citation },
): RefuseUnmatched {
  const whose = api === undefined ? "" : ` of ${api}`;
  const removed = createRouter(contracts.flatMap((contract) => contract.removed));
  return (method, path, methods) => {
    if (!known.has(method)) return unknownMethod(method);
    const gone = removed.match(method, path);
    if (gone && "operation" in gone) return removedRefusal(gone.operation, citation);
    if (methods) return wrongMethod(method, path, methods.join(", "));
    const near = nearest(routes, path);
    const hint = near ? `; the nearest is ${near.name}` : "";
    return { refused: `No operation${whose} has the path "${path}"${hint}`, status: 404 };
  };
}

/** Refuses a method that HTTP does not have (RFC 9110, section 15.6.2); "patch" is one, and PATCH is another. */
export function unknownMethod(method: string): Refusal {
  const capital = method.toUpperCase();
  const hint = known.has(capital) ? `: methods are written in capitals, as in ${capital}` : "";
  return { refused: `HTTP has no method "${method}"${hint}`, status: 501 };
}

function removedRefusal({ name, section, description }: RemovedOperation, citation: Citation): Refusal {
  const source = section === undefined ? "" : ` (${citation(section)})`;
  return { refused: `${name} was removed${source}${description === "" ? "" : `. ${description}`}`, status: 410 };
}

/** Who only asks for the options is told them, which is no refusal. */
function wrongMethod(method: string, path: string, allow: string): Refusal {
  const status = method === "OPTIONS" ? 204 : 405;
  return { refused: `${path} has no ${method}, only ${allow}`, status, headers: { allow } };
}

/** The operation whose path is most like the given one, segment by segment: "/v1/note" is meant to be "/v1/notes". */
function nearest(routes: readonly Route[], path: string): Route | undefined {
  const wanted = segmentsOf(path);
  const compared = new Map<string, number>();
  let best: { route: Route; score: number } | undefined;
  for (const route of routes) {
    const parts = segmentsOf(route.path);
    let score = -Math.abs(parts.length - wanted.length);
    for (let index = 0; index < Math.min(parts.length, wanted.length); index++)
      score += likenessOf(parts[index] as string, wanted[index] as string);
    if (score > (best?.score ?? 0)) best = { route, score };
  }
  return best?.route;

  function likenessOf(part: string, sent: string): number {
    if (part === sent) return 3;
    if (part.startsWith("{")) return 1;
    const key = `${part}/${sent}`;
    let near = compared.get(key);
    if (near === undefined) compared.set(key, (near = isComparable(part, sent) ? 2 * similarityOf(part, sent) : 0));
    return near;
  }
}

/** A slash too many makes no other path. */
function segmentsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

/** Words that differ much in length are not compared letter by letter: a path may be long. */
function isComparable(part: string, sent: string): boolean {
  return Math.abs(part.length - sent.length) <= part.length / 2;
}
