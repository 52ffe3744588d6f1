import { type Contract, type JsonObject, type Operation, findResponse } from "../../contracts/index.ts";
import { canonicalJson } from "../../contracts/generate/index.ts";
import { firstAlteration } from "../items/alterations.ts";
import { isDone, isSuccess } from "../items/fields.ts";
import type { Item, Send } from "../items/item.ts";
import type { Exchange, WireRequest } from "../model/exchange.ts";
import { type Precondition, type Reading, fixVersion, preconditionsOf } from "../requests/preconditions.ts";
import { type Write, listWrites } from "./story/acts.ts";
import { chooseExtremes } from "./story/bodies.ts";
import { selectClientMembers, readCurrentItem } from "./story/compare.ts";
import type { Relation, Story } from "./story/relation.ts";
import { traceRefusal } from "./story/trace.ts";
import { type Unjudged, type Violation, isUnjudged } from "./story/violation.ts";

/** Tolerated difference between the clocks of several machines. */
const SLACK_MS = 1000;

/** Number of changes with the same base version that are sent at once. */
const AT_ONCE = 4;

interface Step {
  readonly before: Reading;
  readonly after: Reading;
  /** True where a member that clients set has changed. */
  readonly isChanged: boolean;
}

/**
 * Versions and times of the last update never decrease. A version that rises with one change rises with each. A strong
 * ETag changes with the body (RFC 9110, 8.8.1).
 */
export const versionMonotonic: Relation = {
  id: "version-monotonic",
  claim: "Versions, ETags and update times advance with each change",
  needs: ["read"],
  runs: 2,
  async holds(item, story) {
    const [write] = listWrites(story, ["replace", "update"]);
    let before = write && (await readCurrentItem(item, story));
    if (!write || !before || !isVersioned(before)) return { unjudged: "no response showed a version" };
    const steps: Step[] = [];
    const content = (reading: Reading): string => canonicalJson(selectClientMembers(item, reading, story));
    for (const body of chooseExtremes(write.bodies(item))) {
      const written = await write.send(item, { body });
      const after = written && isSuccess(written) ? await readCurrentItem(item, story) : undefined;
      if (!after || !isDone(written)) continue;
      steps.push({ before, after, isChanged: content(before) !== content(after) });
      before = after;
    }
    if (steps.length === 0) return { unjudged: "no update succeeded" };
    // A version that clients send is content, such as the version of an API.
    const isServerViolation = ({ key }: Violation): boolean =>
      !Object.hasOwn(item.sent, key.split(" ", 1)[0] as string);
    return [...steps.flatMap(decreased), ...notRaised(steps), ...steps.flatMap(unchangedTag)]
      .filter(isServerViolation)
      .slice(0, 1);
  },
};

const counters = ["version", "revision"] as const;
const times = ["updated_at", "updatedAt", "modified_at", "modifiedAt", "last_modified"] as const;

function isVersioned({ exchange, shown }: Reading): boolean {
  return exchange.response.headers["etag"] !== undefined || [...counters, ...times].some((name) => name in shown);
}

/** A version or a time of the last update that decreased. */
export function decreased({ before, after }: Pick<Step, "before" | "after">): readonly Violation[] {
  const back = counters.find((name) => readNumberMember(after, name) < readNumberMember(before, name));
  const earlier = times.find((name) => readTimeMember(after, name) < readTimeMember(before, name) - SLACK_MS);
  const name = back ?? earlier;
  if (name === undefined) return [];
  const message = `After a change "${name}" is ${String(after.shown[name])}, and before it was ${String(before.shown[name])}`;
  return [{ key: `${name} back`, message, exchange: after.exchange }];
}

/** A version that one change raised and another change did not raise. */
function notRaised(steps: readonly Step[]): readonly Violation[] {
  const changes = steps.filter(({ isChanged }) => isChanged);
  for (const name of counters) {
    const raise = ({ before, after }: Step): number => readNumberMember(after, name) - readNumberMember(before, name);
    const stays = changes.find((step) => raise(step) === 0);
    if (!stays || !changes.some((step) => raise(step) > 0)) continue;
    const message = `An update that changed the item did not raise "${name}", as another one did`;
    return [{ key: `${name} stays`, message, exchange: stays.after.exchange }];
  }
  return [];
}

function unchangedTag({ before, after, isChanged }: Step): readonly Violation[] {
  const tag = after.exchange.response.headers["etag"];
  const isSame = tag === before.exchange.response.headers["etag"];
  if (!isChanged || tag === undefined || tag.startsWith("W/") || !isSame) return [];
  const message = `The item was changed, and its ETag is ${tag} as before`;
  return [{ key: "etag stays", message, exchange: after.exchange }];
}

function readNumberMember({ shown }: Reading, name: string): number {
  const value = shown[name];
  if (typeof value === "number") return value;
  return Number.NaN;
}

function readTimeMember({ shown }: Reading, name: string): number {
  const value = shown[name];
  if (typeof value === "string") return Date.parse(value);
  return Number.NaN;
}

/** A documented way to send the base version of a change. */
interface Base {
  /** Name of the header, query parameter or member, such as "If-Match" or "base_version". */
  readonly name: string;
  /** Status codes that refuse an outdated version. */
  readonly refusals: readonly number[];
  /** The version of the item in a reading. */
  read(reading: Reading): string | undefined;
  /** A version that the item does not have yet. Undefined if versions have no order. */
  later(base: string): string | undefined;
  /** The request with this version, which is sent unchanged. */
  on(request: WireRequest, base: string): WireRequest;
  /** True if a request has a base version. */
  isIn(request: WireRequest): boolean;
}

/** Base versions that an operation accepts, if it also documents the status code that refuses an outdated one. */
function listVersionBases(operation: Operation, contract: Contract): readonly Base[] {
  const refusals = [409, 412].filter((status) => {
    const found = findResponse(operation, status);
    return found !== undefined && found.status !== "default";
  });
  return preconditionsOf(contract)(operation).flatMap((precondition) => {
    const { name } = precondition;
    const isTag = /^if-/i.test(name);
    const isUsable = isTag ? /^if-match$/i.test(name) && refusals.includes(412) : refusals.length > 0;
    if (isUsable) return [createVersionBase(precondition, isTag)];
    return [];
  });
}

/** Far from the current version, so that no other change reaches it meanwhile. */
const VERSIONS_LATER = 4096;

function createVersionBase({ name, on, isIn, versionsOf }: Precondition, isTag: boolean): Base {
  const shared = { isIn, on: (request: WireRequest, base: string) => fixVersion(on(request, base)) };
  if (isTag)
    return {
      ...shared,
      name: "If-Match",
      refusals: [412],
      read: ({ exchange }) => exchange.response.headers["etag"],
      later: () => '"concord-4097"',
    };
  return {
    ...shared,
    name,
    refusals: [409, 412],
    read: (reading) => versionsOf(reading)[0],
    later(base) {
      const later = Number(base) + VERSIONS_LATER;
      if (Number.isSafeInteger(later)) return String(later);
      return undefined;
    },
  };
}

/** A change with one of its base versions. */
interface BasedWrite extends Write {
  readonly base: Base;
  /** Sends the change with a version. */
  sendOn(version: string, item: Item, body: JsonObject): Promise<Exchange | undefined>;
}

function listBased(story: Story): readonly BasedWrite[] {
  return listWrites(story, ["replace", "update"]).flatMap((write) =>
    listVersionBases(write.operation, story.contract).map((base) => ({
      ...write,
      base,
      sendOn(version, item, body) {
        const as: Send = (request, operation) => story.exchange(base.on(request, version), operation);
        return write.send(item, { body, as });
      },
    })),
  );
}

const UNVERSIONED = "the contract documents no version of an update that is refused with 409 or 412";

/**
 * A change with an outdated base version, or with one that does not exist yet, is refused and changes nothing. One with
 * the current version is not refused as outdated.
 */
export const staleRefused: Relation = {
  id: "stale-refused",
  claim: "An update based on an earlier version is refused and changes nothing",
  cause: "trace",
  needs: ["read"],
  runs: 2,
  async holds(item, story) {
    const broken: Violation[] = [];
    let unjudged: string | undefined = UNVERSIONED;
    for (const write of listBased(story)) {
      const stale = await checkBase(item, write, story);
      if (!isUnjudged(stale)) broken.push(...stale);
      // A property that was judged once needs no reason.
      unjudged &&= isUnjudged(stale) ? stale.unjudged : undefined;
      broken.push(...(await currentRefused(item, write, story)));
    }
    if (unjudged === undefined || broken.length > 0) return broken;
    return { unjudged };
  },
};

async function checkBase(item: Item, write: BasedWrite, story: Story): Promise<readonly Violation[] | Unjudged> {
  const { deed, base, send, sendOn } = write;
  const bodies = write.bodies(item);
  const first = await readCurrentItem(item, story);
  const stale = first && base.read(first);
  // The intermediate change uses a body that the stale changes do not use. Otherwise their traces would be invisible.
  const other = bodies.slice(1, -1).at(-1) ?? bodies.slice(1).at(-1);
  const changed = stale !== undefined && other ? await send(item, { body: other }) : undefined;
  const second = changed && isSuccess(changed) ? await readCurrentItem(item, story) : undefined;
  if (!first || stale === undefined) return { unjudged: `no response showed a version for ${base.name}` };
  if (!changed || !second) return { unjudged: `no update with ${base.name} succeeded before` };
  const current = base.read(second);
  if (current === undefined || current === stale) return { unjudged: `no update changed the version for ${base.name}` };
  // Flaws are collected by key over all bodies, so that no flaw hides another.
  const broken = new Map<string, Violation>();
  const before = [first.exchange, changed];
  const keepFirstFlaw = (flaw: Violation): void => {
    const otherExchanges = [...before, ...(flaw.otherExchanges ?? [])];
    if (!broken.has(flaw.key)) broken.set(flaw.key, { ...flaw, otherExchanges });
  };
  const keepAccepted = (key: string, what: string, exchange: Exchange | undefined): void => {
    if (!exchange || !isSuccess(exchange)) return;
    const message = `A change based on ${what} was accepted with ${exchange.response.status}`;
    keepFirstFlaw({ key: `${deed} ${base.name} ${key}`, message, exchange });
  };
  const later = base.later(current);
  if (later !== undefined) {
    const result = await sendOn(later, item, other ?? {});
    keepAccepted("later", `a version that does not exist yet (${base.name} ${later})`, result);
  }
  for (const body of chooseExtremes(bodies)) {
    const sendStaleWrite = async (): Promise<Exchange | undefined> => {
      const result = await sendOn(stale, item, body);
      keepAccepted("accepted", `an earlier version (${base.name})`, result);
      return result;
    };
    const { traces } = await traceRefusal(item, story, {
      what: `${deed} ${base.name} refused with`,
      refuse: sendStaleWrite,
    });
    for (const flaw of traces) keepFirstFlaw(flaw);
  }
  return [...broken.values()];
}

/**
 * A violation if each change with the current version is refused as outdated. A 409 may have another reason, so that the
 * same change must be accepted without the version.
 */
async function currentRefused(item: Item, write: BasedWrite, story: Story): Promise<readonly Violation[]> {
  const { deed, base, send, sendOn } = write;
  const before = await readCurrentItem(item, story);
  const current = before && base.read(before);
  if (!before || current === undefined) return [];
  const bodies = chooseExtremes(write.bodies(item));
  const refusals: Exchange[] = [];
  for (const body of bodies) {
    const result = await sendOn(current, item, body);
    if (!result || !base.refusals.includes(result.response.status)) return [];
    refusals.push(result);
  }
  const [exchange] = refusals;
  const after = exchange && (await readCurrentItem(item, story));
  if (!exchange || !after || base.read(after) !== current) return [];
  const { status } = exchange.response;
  if (status !== 412) {
    const without = await send(item, { body: bodies[0] ?? {} });
    if (!without || !isSuccess(without) || base.isIn(without.request)) return [];
  }
  const message = `A change based on the version that was just read (${base.name} ${current}) was refused with ${status}`;
  return [{ key: `${deed} ${base.name} current`, message, exchange, otherExchanges: [before.exchange] }];
}

/** At most one of several concurrent changes with the same base version is accepted. */
export const oneWinner: Relation = {
  id: "one-winner",
  claim: "Exactly one of several concurrent updates of the same version succeeds",
  cause: "trace",
  needs: ["read"],
  runs: 1,
  async holds(item, story) {
    let unjudged = UNVERSIONED;
    let isJudged = false;
    for (const write of listBased(story)) {
      if (write.bodies(item).length < 2) continue;
      const result = await race(item, write, story);
      if (isUnjudged(result)) ({ unjudged } = result);
      else if (result.length > 0) return result;
      else isJudged = true;
    }
    return isJudged ? [] : { unjudged };
  },
};

async function race(item: Item, write: BasedWrite, story: Story): Promise<readonly Violation[] | Unjudged> {
  const { deed, base, sendOn } = write;
  const reading = await readCurrentItem(item, story);
  const head = reading && base.read(reading);
  if (!reading || head === undefined) return { unjudged: `no response showed a version for ${base.name}` };
  // The bodies are distinct, because two equal changes lose nothing. One that changes nothing leaves a version as it is.
  const bodies = write
    .bodies(item)
    .filter((body) => firstAlteration(body, reading.shown) !== undefined)
    .slice(-AT_ONCE);
  if (bodies.length < 2) return { unjudged: "the item has fewer than two other values to change to" };
  const answers = await Promise.all(bodies.map((body) => sendOn(head, item, body)));
  const winners = answers.filter((answer) => answer !== undefined).filter(isSuccess);
  const last = winners.at(-1);
  if (!last) return { unjudged: `none of ${bodies.length} updates at once with ${base.name} succeeded` };
  if (winners.length < 2) return [];
  const message = `Of ${bodies.length} concurrent changes of one version (${base.name}) ${winners.length} were accepted`;
  return [{ key: `${deed} ${base.name}`, message, exchange: last }];
}
