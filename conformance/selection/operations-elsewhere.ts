import { type Contract, type Operation, listOwnServers, listServerUrls } from "../../contracts/index.ts";

/**
 * Operations that the contracts serve at another place than the target, with the reason for not testing them there. An
 * operation counts as elsewhere only if the target is one of the servers of the document: by its host, or by its path if
 * the document does not have the host, such as that of a local server.
 * @param urlOf URL of the target of an API.
 */
export function operationsElsewhere(
  contracts: readonly Contract[],
  urlOf: (api: string) => string | undefined,
): ReadonlyMap<Operation, string> {
  const elsewhere = new Map<Operation, string>();
  for (const contract of contracts) {
    const target = URL.parse(urlOf(contract.api) ?? "");
    if (!target || contract.kind !== "openapi") continue;
    const usual = listServerUrls(contract.document).map(parseServerPlace);
    const owned = contract.operations.map((operation) => ({ operation, own: listOwnServers(contract, operation) }));
    const known = [...usual, ...owned.flatMap(({ own }) => own.map(parseServerPlace))];
    if (!isAmong(target, usual, known)) continue;
    for (const { operation, own } of owned) {
      if (own.length === 0 || isAmong(target, own.map(parseServerPlace), known)) continue;
      elsewhere.set(
        operation,
        `The contract has another server for it: ${own[0]}. To test it there, give this URL as the target`,
      );
    }
  }
  return elsewhere;
}

interface Place {
  /** Absent for a relative URL. */
  readonly host?: string;
  readonly path: string;
}

function parseServerPlace(url: string): Place {
  const absolute = URL.parse(url);
  const path = (absolute ?? URL.parse(url, "http://localhost"))?.pathname ?? "/";
  return { ...(absolute && { host: absolute.host }), path: path.replace(/\/$/, "") };
}

/** True if a URL is at one of the places. The path decides alone if none of the `known` hosts is that of the URL. */
function isAmong(url: URL, places: readonly Place[], known: readonly Place[]): boolean {
  const { host, path } = parseServerPlace(url.href);
  const isKnown = known.some((place) => place.host === host);
  return places.some((place) => place.path === path && (!isKnown || place.host === undefined || place.host === host));
}
