import type { Detail } from "../../formats/index.ts";
import { type Citations, clauseOn, clauseText } from "../model/citations.ts";
import { counted } from "../model/counted.ts";
import type { Case, Judgement } from "../reports/judgement.ts";
import type { ConsumerReport, FaultRun } from "./report.ts";
import { selectMentioned } from "./select-for-report.ts";
import type { DeliveryUnderFault, AffectedExchange } from "./mock-factory.ts";

/** Maximum number of characters of a body or an output in a report. */
const MAX_CHARACTERS = 2_000;
const MAX_LINES = 20;

/** Maximum number of unlisted names and values shown for a response. */
const MAX_UNLISTED = 5;

/** Maximum number of exchanges shown because the output mentions them. The latest are shown. */
const MAX_MENTIONED = 2;

/** Result of the runs in the form that all reporters read. */
export function consumerJudgement(
  { command, seed, durationMs, runs, interrupted }: ConsumerReport,
  profile: Citations = {},
): Judgement {
  const calls = runs.reduce((sum, run) => sum + run.calls, 0);
  const isLost = runs[0]?.outcome === "failed";
  return {
    title: "concord consumer",
    target: command.join(" "),
    durationMs,
    scope: `${counted(runs.length, "run")}${unusedFaults(runs)}, ${counted(calls, "call")}, seed ${seed}`,
    cases: runs.map((run) => toFaultCase(run, profile)),
    ...(isLost && { notes: ["Fix this first: a command that fails without faults cannot be judged with faults"] }),
    interrupted,
  };
}

/** Faults that affected nothing, for the summary line. */
function unusedFaults(runs: readonly FaultRun[]): string {
  const names = runs.slice(1).flatMap(({ name, exitCode, strikes }) => (exitCode === 0 && strikes === 0 ? [name] : []));
  if (names.length === 0) return "";
  return ` (${names.join(", ")} affected nothing)`;
}

function toFaultCase(run: FaultRun, profile: Citations): Case {
  const { name, outcome, section, isObliged, message, output = "", struck = [], struckDeliveries = [], last } = run;
  const mentioned = selectMentioned(struck, output).slice(-MAX_MENTIONED);
  const [lastAffected, lastDelivery] = [struck.at(-1), struckDeliveries.at(-1)];
  const details: Detail[] = [
    ...mentioned.map((each): Detail => ["affected, and in the output", describeAffectedCall(each)]),
    ...(lastAffected && !mentioned.includes(lastAffected)
      ? [["last affected", describeAffectedCall(lastAffected)] as const]
      : []),
    ...(lastDelivery ? [["last delivery", describeAffectedDelivery(lastDelivery)] as const] : []),
    ...(last && !isSameCall(last, lastAffected) ? [["last before the end", describeAffectedCall(last)] as const] : []),
    ...(output.trim() === "" ? [] : [["output", takeLastLines(output)] as const]),
  ];
  const all = [...struck, ...struckDeliveries].toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time));
  const wasNotRun = outcome === "skipped" && run.exitCode === null;
  return {
    suite: isObliged ? obligedSuite(profile) : "faults that happen to consumers",
    name,
    outcome,
    ...(section !== undefined && { source: clauseText(profile, section) }),
    ...(message !== undefined && { message }),
    ...(wasNotRun && { cause: `not run: ${message}` }),
    ...(details.length > 0 && { details }),
    ...(all.length > 1 && { folded: { title: `${all.length} affected`, items: all.map(affectedItem) } }),
  };
}

/** Suite of the faults that the provider obliges consumers to survive. */
function obligedSuite(profile: Citations): string {
  const clause = clauseOn(profile, "consumer-obligations");
  return `faults that ${clause === undefined ? "the provider" : clauseText(profile, clause)} obliges consumers to survive`;
}

function affectedItem(affected: AffectedExchange | DeliveryUnderFault, index: number): Detail {
  return [String(index + 1), "url" in affected ? describeAffectedCall(affected) : describeAffectedDelivery(affected)];
}

function isSameCall({ time, method, url }: AffectedExchange, other: AffectedExchange | undefined): boolean {
  return time === other?.time && method === other.method && url === other.url;
}

function describeAffectedCall({
  time,
  method,
  url,
  status,
  faults,
  unlisted = [],
  request,
  response,
}: AffectedExchange): string {
  const inside = unlisted.length === 0 ? "" : ` (${unlisted.slice(0, MAX_UNLISTED).join(", ")})`;
  const affected = faults === undefined ? "" : `, affected by ${faults.join(", ")}${inside}`;
  const retry = response.headers["retry-after"];
  return [
    `${method} ${url} -> ${status}${affected}, at ${time}${retry === undefined ? "" : `, Retry-After: ${retry}`}`,
    ...(request.body === undefined ? [] : [`sent ${abbreviateBody(request.body)}`]),
    ...(response.body === undefined ? [] : [`got  ${abbreviateBody(response.body)}`]),
  ].join("\n");
}

function describeAffectedDelivery({ time, faults, webhook, message, event, status, body }: DeliveryUnderFault): string {
  const sent = body === undefined ? "" : `\nsent ${abbreviateBody(body)}`;
  return `${event} (${message}) to ${webhook} -> ${status}, affected by ${faults.join(", ")}, at ${time}${sent}`;
}

/** Last lines of an output, where test runners summarise. */
function takeLastLines(output: string): string {
  return output.trimEnd().slice(-MAX_CHARACTERS).split("\n").slice(-MAX_LINES).join("\n");
}

function abbreviateBody(body: unknown): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  if (text.length > MAX_CHARACTERS) return `${text.slice(0, MAX_CHARACTERS - 1)}…`;
  return text;
}
