import type { Case, Judgement } from "../reports/judgement.ts";
import type { ConsumerReport, WeatherRun } from "./report.ts";
import type { StruckDelivery, Witnessed } from "./surroundings.ts";

/** So much of a body, and of what a command said, a report for people shows. */
const SHOWN = 2_000;
const LINES = 20;

/** The report in the form that all reports print. */
export function consumerJudgement({ command, seed, durationMs, runs, interrupted }: ConsumerReport): Judgement {
  const calls = runs.reduce((sum, run) => sum + run.calls, 0);
  const isLost = runs[0]?.outcome === "failed";
  return {
    title: "concord consumer",
    target: command.join(" "),
    durationMs,
    scope: `${runs.length} weathers, ${calls} calls, seed ${seed}`,
    cases: runs.map(caseOf),
    ...(isLost && { notes: ["Mend that first: what fails in fair weather cannot be judged in any other"] }),
    interrupted,
  };
}

function caseOf(run: WeatherRun): Case {
  const { name, outcome, section, isObliged, message, output, lastStruck, lastDelivery, last } = run;
  const details: [string, string][] = [
    ...(lastStruck ? ([["last struck", exchangeText(lastStruck)]] as const) : []),
    ...(lastDelivery ? ([["last delivery", deliveryText(lastDelivery)]] as const) : []),
    ...(last && last !== lastStruck ? ([["last before the end", exchangeText(last)]] as const) : []),
    ...(output !== undefined && output.trim() !== "" ? ([["output", endOf(output)]] as const) : []),
  ].map(([label, text]) => [label, text]);
  return {
    suite: isObliged ? "what §9 obliges consumers to survive" : "what happens to consumers",
    name,
    outcome,
    ...(section !== undefined && { source: `§${section}` }),
    ...(message !== undefined && { message }),
    ...(details.length > 0 && { details }),
  };
}

function exchangeText({ time, method, url, status, weather, request, response }: Witnessed): string {
  const struck = weather === undefined ? "" : `, struck by ${weather.join(", ")}`;
  const retry = response.headers["retry-after"];
  return [
    `${method} ${url} -> ${status}${struck}, at ${time}${retry === undefined ? "" : `, Retry-After: ${retry}`}`,
    ...(request.body === undefined ? [] : [`sent ${bodyText(request.body)}`]),
    ...(response.body === undefined ? [] : [`got  ${bodyText(response.body)}`]),
  ].join("\n");
}

function deliveryText({ time, weather, webhook, message, event, status }: StruckDelivery): string {
  return `${event} (${message}) to ${webhook} -> ${status ?? "no answer"}, struck by ${weather.join(", ")}, at ${time}`;
}

/** The last lines, where test runners sum up. */
function endOf(output: string): string {
  return output.trimEnd().slice(-SHOWN).split("\n").slice(-LINES).join("\n");
}

function bodyText(body: unknown): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text;
}
