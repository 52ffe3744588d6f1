import { type Json, type JsonObject, isObject } from "../../contracts/index.ts";
import type { Step } from "../witness/steps.ts";

const ELIDED = "…";

/**
 * Writes a value as JSON in about `room` characters. Keeps the part that the steps select, and as many other members as
 * fit. "…" replaces the rest.
 */
export function abbreviateJson(value: Json, steps: readonly Step[], room: number): string {
  const whole = JSON.stringify(value);
  if (whole.length <= room) return whole;
  const [step, ...rest] = steps;
  if (Array.isArray(value)) return abbreviateList(value, step, rest, room);
  if (isObject(value)) return abbreviateObject(value, step, rest, room);
  return `${whole.slice(0, Math.max(1, room - 1)).toWellFormed()}${ELIDED}`;
}

function abbreviateObject(value: JsonObject, step: Step | undefined, rest: readonly Step[], room: number): string {
  const focus = step !== undefined && "name" in step && Object.hasOwn(value, step.name) ? step.name : undefined;
  const kept = new Map<string, string>();
  let remainingRoom = room - 4;
  if (focus !== undefined) {
    const key = JSON.stringify(focus);
    kept.set(focus, `${key}:${abbreviateJson(value[focus] as Json, rest, Math.max(40, remainingRoom - key.length))}`);
    remainingRoom -= kept.get(focus)?.length ?? 0;
  }
  for (const [name, member] of Object.entries(value)) {
    const text = `${JSON.stringify(name)}:${JSON.stringify(member)}`;
    if (name === focus || text.length >= remainingRoom) continue;
    kept.set(name, text);
    remainingRoom -= text.length + 1;
  }
  return `{${joinWithEllipsis(Object.keys(value).map((name) => kept.get(name)))}}`;
}

function abbreviateList(value: readonly Json[], step: Step | undefined, rest: readonly Step[], room: number): string {
  const focus = step !== undefined && "index" in step ? step.index : 0;
  return `[${joinWithEllipsis(value.map((item, index) => (index === focus ? abbreviateJson(item, rest, room - 4) : undefined)))}]`;
}

/** Joins parts with commas, with "…" for each run of absent parts. */
function joinWithEllipsis(parts: readonly (string | undefined)[]): string {
  return parts
    .map((part) => part ?? ELIDED)
    .filter((part, index, all) => part !== ELIDED || all[index - 1] !== ELIDED)
    .join(",");
}
