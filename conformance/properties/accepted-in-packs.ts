import type { Exchange, WireRequest } from "../model/exchange.ts";
import { isSuccess } from "../items/fields.ts";
import type { Coverage } from "../requests/coverage.ts";
import { type Pack, createPacks } from "../requests/packs.ts";
import type { Scope } from "../scope/scope.ts";
import type { Finding } from "../checks/finding.ts";
import { sentAfresh } from "./sent-afresh.ts";

/** Answer to a request of its own. */
export interface Judged {
  readonly exchange: Exchange;
  readonly findings: readonly Finding[];
}

/** Packs of the valid requests of a coverage, each sent at most once. */
interface Packs {
  readonly all: readonly Pack[];
  readonly requests: ReadonlyMap<WireRequest, Pack>;
  readonly sent: Map<Pack, Promise<Judged | undefined>>;
  /** Packs with a part that has a finding of its own. */
  readonly explained: Set<Pack>;
  /** Members with a value that was refused, or that a check objected to. Later packs leave them out. */
  readonly spoiling: Set<string>;
}

const packsByCoverage = new WeakMap<Coverage, Packs>();

function getScopePacks(scope: Scope): Packs | undefined {
  const { coverage } = scope;
  if (!coverage) return undefined;
  const known = packsByCoverage.get(coverage);
  if (known) return known;
  const all = createPacks(coverage, scope);
  const created: Packs = {
    all,
    requests: new Map(all.map((pack) => [pack.requestOf(pack.parts), pack])),
    sent: new Map(),
    explained: new Set(),
    spoiling: new Set(),
  };
  packsByCoverage.set(coverage, created);
  return created;
}

/** Requests of all packs. */
export function packRequests(scope: Scope): readonly WireRequest[] {
  return [...(getScopePacks(scope)?.requests.keys() ?? [])];
}

/**
 * Findings of a request with a boundary value. None if the value is accepted in a pack, and no check objects to that.
 * Otherwise the request is sent by itself.
 */
export async function unlessAcceptedInPack(
  request: WireRequest,
  scope: Scope,
  alone: () => Promise<Judged>,
): Promise<readonly Finding[]> {
  const packs = getScopePacks(scope);
  const pack = packs?.all.find(({ parts }) => parts.some((part) => part.request === request));
  const part = pack?.parts.find((each) => each.request === request);
  if (!packs || !pack || !part) return (await alone()).findings;
  const together = packs.spoiling.has(part.name) ? undefined : await sendPack(pack, packs, scope);
  if (together && isClean(together)) return [];
  const judged = await alone();
  if (!isClean(judged)) packs.spoiling.add(part.name);
  if (judged.findings.length > 0) packs.explained.add(pack);
  return judged.findings;
}

/** Findings of a pack whose parts have none. Undefined for another request. */
export async function findingsOfPack(request: WireRequest, scope: Scope): Promise<readonly Finding[] | undefined> {
  const packs = getScopePacks(scope);
  const pack = packs?.requests.get(request);
  if (!packs || !pack) return undefined;
  if (packs.explained.has(pack)) return [];
  return (await sendPack(pack, packs, scope))?.findings ?? [];
}

/** Sends a pack without the members that spoilt earlier ones. Undefined if fewer than two are left. */
function sendPack(pack: Pack, { sent, spoiling }: Packs, scope: Scope): Promise<Judged | undefined> {
  const known = sent.get(pack);
  if (known) return known;
  const parts = pack.parts.filter(({ name }) => !spoiling.has(name));
  const tested = new Set(parts.map(({ name }) => name));
  const judged =
    parts.length > 1
      ? sentAfresh(pack.requestOf(parts), scope, tested).then((exchange) => ({
          exchange,
          findings: scope.judge(exchange),
        }))
      : Promise.resolve(undefined);
  sent.set(pack, judged);
  return judged;
}

function isClean({ exchange, findings }: Judged): boolean {
  return isSuccess(exchange) && findings.length === 0;
}
