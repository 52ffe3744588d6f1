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
  const rejectLedger = (reason: string, ...tokens: string[]): never => {
    throw new ToolError("unreadable-ledger", `Cannot read "${plainName(file)}": ${reason}`, {
      at: { file: plainName(file), line: plainLine(file, tokens) },
      hint: refusal.hint,
    });
  };
  const whole = checkLedgerObject(value, ["everyOperation", "versions", "apis"], []);
  const { everyOperation = false } = whole;
  if (typeof everyOperation !== "boolean")
    return rejectLedger("everyOperation is neither true nor false", "everyOperation");
  const versions = whole["versions"] ?? [];
  if (!Array.isArray(versions)) return rejectLedger("versions is not a list", "versions");
  versions.forEach((version, index) => {
    const at = ["versions", String(index)];
    const { name, date } = checkLedgerObject(version as Json, ["name", "date"], at);
    if (typeof name !== "string") rejectLedger("a version has no name", ...at);
    if (!isDate(date)) rejectLedger(`the date of version "${String(name)}" is not YYYY-MM-DD`, ...at, "date");
  });
  const apis = checkLedgerObject(whole["apis"] ?? {}, undefined, ["apis"]);
  for (const [api, entry] of Object.entries(apis)) {
    const { title, operations = {} } = checkLedgerObject(entry, ["title", "operations"], ["apis", api]);
    if (typeof title !== "string") rejectLedger(`API "${api}" has no title`, "apis", api);
    for (const [name, operation] of Object.entries(
      checkLedgerObject(operations, undefined, ["apis", api, "operations"]),
    )) {
      const at = ["apis", api, "operations", name];
      const { fields = {}, ...dates } = checkLedgerObject(operation, [...dateNames, "announced", "fields"], at);
      checkDates(dates, at);
      for (const [field, line] of Object.entries(checkLedgerObject(fields, undefined, [...at, "fields"]))) {
        if (!/^(request|response) ./.test(field))
          rejectLedger(`"${field}" is not called as "request body.name" is`, ...at, "fields", field);
        checkDates(checkLedgerObject(line, [...dateNames, "announced"], [...at, "fields", field]), [
          ...at,
          "fields",
          field,
        ]);
      }
    }
  }
  return { ...(everyOperation && { everyOperation }), versions, apis } as unknown as Ledger;

  function checkLedgerObject(node: Json, names: readonly string[] | undefined, at: readonly string[]): JsonObject {
    if (!isObject(node)) return rejectLedger(`${at.at(-1) ?? "it"} is not a map of names`, ...at);
    const unknown = names && Object.keys(node).find((name) => !names.includes(name));
    if (names && unknown !== undefined)
      rejectLedger(`"${unknown}" is not a known name here${nearestHint(unknown, names)}`, ...at, unknown);
    return node;
  }

  function checkDates(dates: JsonObject, at: readonly string[]): void {
    for (const name of dateNames)
      if (dates[name] !== undefined && !isDate(dates[name])) rejectLedger(`${name} is not YYYY-MM-DD`, ...at, name);
  }
}
