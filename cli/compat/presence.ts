import { type Change, stepsIn } from "../../compat/index.ts";
import { type Json, isObject } from "../../contracts/index.ts";
import type { Answer } from "./answer.ts";

const headerForm = /^header(?<rest>.+)$/s;

/** Whether an answer has the part of a response that a change is about. */
export function isPresent({ path }: Pick<Change, "path">, { headers, value }: Answer): boolean {
  const header = headerForm.exec(path)?.groups?.["rest"];
  if (header !== undefined) return nameIn(header).toLowerCase() in headers;
  return has(value, stepsIn(path.slice("body".length)) ?? []);
}

/** ", with body.total" and ", without body.total": what an answer says of it; empty where its status says it all. */
export function presenceText(change: Change, answer: Answer): string {
  const { direction, path, witness } = change;
  if (direction !== "response" || witness?.shows !== "gone" || path === "") return "";
  if (path === "body") return `, as ${typeOf(answer) ?? "nothing"}`;
  return `, ${isPresent(change, answer) ? "with" : "without"} ${path}`;
}

export function typeOf({ headers }: Answer): string | undefined {
  return headers["content-type"];
}

function nameIn(rest: string): string {
  const [step] = stepsIn(rest) ?? [];
  return step && "name" in step ? step.name : rest.slice(1);
}

/** Whether something stands where steps lead, at any item of a list. */
function has(value: Json | undefined, [step, ...rest]: NonNullable<ReturnType<typeof stepsIn>>): boolean {
  if (step === undefined) return value !== undefined;
  if ("index" in step) return Array.isArray(value) && value.some((item: Json) => has(item, rest));
  if (!isObject(value)) return false;
  if ("pattern" in step) return Object.values(value).some((member) => has(member, rest));
  return Object.hasOwn(value, step.name) && has(value[step.name], rest);
}
