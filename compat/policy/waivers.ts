import {
  type Json,
  type JsonObject,
  type Location,
  ToolError,
  isDate,
  isObject,
  nearestHint,
  plainLine,
  readPlain,
  omitUndefined,
} from "../../contracts/index.ts";
import type { Change, Fault } from "../model/change.ts";
import {
  type CompatProfile,
  cited,
  principleText,
  listWaiverReasons,
  getWaiverTerms,
} from "../profile/compat-profile.ts";
import { principleCriterion } from "../profile/criterion.ts";
import { defaultProfile } from "../profile/default-profile.ts";

const fields = ["change", "changes", "reason", "by", "expires", "note"];

/** A dated, reasoned acceptance of one change that was not announced in time. */
export interface Waiver {
  /** Id of the change. */
  readonly change: string;
  readonly reason: string;
  readonly by: string;
  /** Last day on which it applies (YYYY-MM-DD). */
  readonly expires: string;
  readonly note?: string;
  readonly at: Location;
}

/**
 * Reads a file of waivers. The profile lists the reasons that are allowed.
 * @throws ToolError "unreadable-waivers".
 */
export async function readWaivers(file: string, profile: CompatProfile = defaultProfile): Promise<Waiver[]> {
  const reasons = listWaiverReasons(profile);
  const refusal = {
    code: "unreadable-waivers",
    hint: `A waiver has: change (an id) or changes (a list of ids), reason${reasons ? ` (${reasons.join(" or ")})` : ""}, by, expires (YYYY-MM-DD) and optionally note`,
  };
  const value = await readPlain(file, refusal);
  const rejectWaivers = (reason: string, tokens: readonly string[]): never => {
    throw new ToolError("unreadable-waivers", `Cannot read "${file}": ${reason}`, {
      at: { file, line: plainLine(file, tokens) },
      hint: refusal.hint,
    });
  };
  // An empty file has no waivers.
  if (value === null) return [];
  if (!Array.isArray(value)) return rejectWaivers("it is not a list of waivers", []);
  const waivers = (value as readonly Json[]).flatMap((one, index) => readWaiverEntry(one, index));
  waivers.forEach(({ change, at }, index) => {
    const first = waivers.findIndex((other) => other.change === change);
    if (first < index) {
      const tokens = at.pointer.split("/").slice(1);
      rejectWaivers(`change "${change}" is waived twice`, [
        ...tokens,
        at.pointer === waivers[first]?.at.pointer ? "changes" : "change",
      ]);
    }
  });
  return waivers;

  /** Waivers of an entry: one for each change. */
  function readWaiverEntry(node: Json, index: number): Waiver[] {
    const at = [String(index)];
    if (!isObject(node)) return rejectWaivers(`waiver ${index + 1} has no fields`, at);
    const unknown = Object.keys(node).find((name) => !fields.includes(name));
    if (unknown !== undefined)
      rejectWaivers(`a waiver has no field "${unknown}"${nearestHint(unknown, fields)}`, [...at, unknown]);
    const changes = node["changes"] === undefined ? [textMember(node, "change", at)] : readChangeList(node, at);
    const [reason, by] = [textMember(node, "reason", at), textMember(node, "by", at)];
    if (reasons && !reasons.includes(reason)) {
      const allowed = reasons.join(" or ") + principleText(profile, "notice");
      rejectWaivers(`the reason of a waiver is ${allowed}, not "${reason}"`, [...at, "reason"]);
    }
    const { expires, note } = node;
    for (const name of ["reason", "by", "note"])
      if (/^<.*>$/s.test(String(node[name] ?? "").trim()))
        rejectWaivers(`${name} is still the placeholder "${String(node[name])}": replace it`, [...at, name]);
    if (expires === undefined) rejectWaivers("a waiver has no expires", at);
    if (!isDate(expires)) return rejectWaivers("expires is not a day such as 2026-01-31", [...at, "expires"]);
    if (note !== undefined && typeof note !== "string") rejectWaivers("note is not a text", [...at, "note"]);
    return changes.map((change) => ({
      change,
      reason,
      by,
      expires,
      ...(typeof note === "string" && { note }),
      at: { file, line: plainLine(file, at), pointer: `/${index}` },
    }));
  }

  function readChangeList(node: JsonObject, at: readonly string[]): readonly string[] {
    const { change, changes } = node;
    if (change !== undefined) rejectWaivers("a waiver has either change or changes", [...at, "changes"]);
    if (!Array.isArray(changes) || changes.length === 0)
      return rejectWaivers("changes is not a list of ids", [...at, "changes"]);
    return (changes as readonly Json[]).map((id, index) => {
      if (typeof id === "string" && id.trim() !== "") return id;
      return rejectWaivers(`${JSON.stringify(id)} is not an id of a change: put it in quotes`, [
        ...at,
        "changes",
        String(index),
      ]);
    });
  }

  function textMember(node: JsonObject, name: string, at: readonly string[]): string {
    const text = node[name];
    if (text === undefined) return rejectWaivers(`a waiver has no ${name}`, at);
    // YAML reads an id of digits only as a number and may lose digits.
    if (typeof text !== "string" || text.trim() === "")
      return rejectWaivers(`${name} is not a text${typeof text === "number" ? ": put it in quotes" : ""}`, [
        ...at,
        name,
      ]);
    return text;
  }
}

/** Applies the waivers that are valid on a day. Expired and unused waivers are faults. */
export function applyWaivers(
  changes: readonly Change[],
  waivers: readonly Waiver[],
  { today, profile }: { readonly today: string; readonly profile: CompatProfile },
): { readonly changes: readonly Change[]; readonly faults: readonly Fault[] } {
  const lastDay = ({ reason }: Waiver): string | undefined => {
    const { days } = getWaiverTerms(profile, reason);
    if (days === undefined) return undefined;
    return daysAfter(today, days);
  };
  const isTooLong = (waiver: Waiver): boolean => waiver.expires > (lastDay(waiver) ?? waiver.expires);
  const valid = new Map(
    waivers.filter((waiver) => waiver.expires >= today && !isTooLong(waiver)).map((waiver) => [waiver.change, waiver]),
  );
  const byId = Map.groupBy(changes, ({ id }) => id);
  return {
    changes: changes.map((change) => {
      const waiver = valid.get(change.id);
      if (!waiver || !isWaivable(change)) return change;
      const { blocked: _blocked, ...rest } = change;
      const { reason, by, expires, note } = waiver;
      return { ...rest, waived: omitUndefined({ reason, by, expires, note }) };
    }),
    faults: waivers.flatMap((waiver): Fault[] => {
      const { change, reason, expires, at } = waiver;
      const named = `The waiver of "${change}"`;
      if (isTooLong(waiver)) {
        const { days } = getWaiverTerms(profile, reason);
        const message = `${named} expires on ${expires}: one for ${reason} may last ${days} days, so until ${lastDay(waiver)} at most`;
        return [{ code: "waiver-too-long", ...cited(profile, principleCriterion("notice")), message, at }];
      }
      if (expires < today)
        return [
          {
            code: "waiver-expired",
            ...cited(profile, principleCriterion("notice")),
            message: `${named} expired on ${expires}: take it out, or have its reason looked at again and set a later day`,
            at,
          },
        ];
      const found = byId.get(change) ?? [];
      if (found.some(isWaivable)) return [];
      return [
        {
          code: "waiver-unused",
          ...cited(profile, principleCriterion(found.some(isYoung) ? "support" : "notice")),
          message: `${named} ${whyUnused(found, profile)}`,
          at,
        },
      ];
    }),
  };
}

/** A waiver shortens the notice or replaces the version, never the time of support. */
export function isWaivable({ blocked }: Change): boolean {
  return blocked?.period === "notice" || blocked?.period === "version";
}

function isYoung({ blocked }: Change): boolean {
  return blocked?.period === "support";
}

function whyUnused(found: readonly Change[], profile: CompatProfile): string {
  if (found.length === 0)
    return "covers nothing: no change has that id. Take it out, or write the id of a change that the JSON report shows; where the change is of an earlier version, give the same --transitive or --earlier";
  if (found.some(isYoung))
    return `covers nothing: notice can be waived${principleText(profile, "notice")}, the ${profile.support?.months} months of support cannot${principleText(profile, "support")}. Take it out`;
  if (found.some(({ allowed }) => allowed)) return "is not needed: the change is allowed by now. Take it out";
  return "is not needed: the change does not block. Remove it";
}

/** The day some days after another (YYYY-MM-DD). */
export function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
