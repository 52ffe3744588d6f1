import {
  type Json,
  type JsonObject,
  type PlainFile,
  ToolError,
  isDate,
  isObject,
  nearestHint,
  plainLine,
  plainName,
  readPlain,
} from "../../../contracts/index.ts";
import type { Ledger } from "./ledger.ts";

const refusal = {
  code: "unreadable-ledger",
  hint: "Mend it, or make it again: concord compat ledger --from-tags PATH --out FILE",
};

const dateNames = ["published", "deprecated", "sunset", "gone"] as const;

/**
 * Reads a ledger file that `renderLedger` wrote, and checks it, because it can be edited by hand.
 * @throws ToolError "unreadable-ledger".
 */
export async function readLedger(file: string | PlainFile): Promise<Ledger> {
  const value = await readPlain(file, refusal);
  const refuse = (reason: string, ...tokens: string[]): never => {
    throw new ToolError("unreadable-ledger", `Cannot read "${plainName(file)}": ${reason}`, {
      at: { file: plainName(file), line: plainLine(file, tokens) },
      hint: refusal.hint,
    });
  };
  const whole = objectAt(value, ["everyOperation", "versions", "apis"], []);
  const { everyOperation = false } = whole;
  if (typeof everyOperation !== "boolean") return refuse("everyOperation is neither true nor false", "everyOperation");
  const versions = whole["versions"] ?? [];
  if (!Array.isArray(versions)) return refuse("versions is not a list", "versions");
  versions.forEach((version, index) => {
    const at = ["versions", String(index)];
    const { name, date } = objectAt(version as Json, ["name", "date"], at);
    if (typeof name !== "string") refuse("a version has no name", ...at);
    if (!isDate(date)) refuse(`the date of version "${String(name)}" is not YYYY-MM-DD`, ...at, "date");
  });
  const apis = objectAt(whole["apis"] ?? {}, undefined, ["apis"]);
  for (const [api, entry] of Object.entries(apis)) {
    const { title, operations = {} } = objectAt(entry, ["title", "operations"], ["apis", api]);
    if (typeof title !== "string") refuse(`API "${api}" has no title`, "apis", api);
    for (const [name, operation] of Object.entries(objectAt(operations, undefined, ["apis", api, "operations"]))) {
      const at = ["apis", api, "operations", name];
      const { fields = {}, ...dates } = objectAt(operation, [...dateNames, "announced", "fields"], at);
      checkDates(dates, at);
      for (const [field, line] of Object.entries(objectAt(fields, undefined, [...at, "fields"]))) {
        if (!/^(request|response) ./.test(field))
          refuse(`"${field}" is not called as "request body.name" is`, ...at, "fields", field);
        checkDates(objectAt(line, [...dateNames, "announced"], [...at, "fields", field]), [...at, "fields", field]);
      }
    }
  }
  return { ...(everyOperation && { everyOperation }), versions, apis } as unknown as Ledger;

  function objectAt(node: Json, names: readonly string[] | undefined, at: readonly string[]): JsonObject {
    if (!isObject(node)) return refuse(`${at.at(-1) ?? "it"} is not a map of names`, ...at);
    const unknown = names && Object.keys(node).find((name) => !names.includes(name));
    if (names && unknown !== undefined)
      refuse(`"${unknown}" is not a known name here${nearestHint(unknown, names)}`, ...at, unknown);
    return node;
  }

  function checkDates(dates: JsonObject, at: readonly string[]): void {
    for (const name of dateNames)
      if (dates[name] !== undefined && !isDate(dates[name])) refuse(`${name} is not YYYY-MM-DD`, ...at, name);
  }
}
