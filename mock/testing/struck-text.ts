import { type StruckAttempt, struckAttempts } from "../deliveries/struck.ts";
import type { JournalEntry } from "../journal/index.ts";
import type { Organization } from "../start.ts";

/** So many of what was struck are told, and so much of a body. */
const MOST = 5;
const LONGEST = 500;

interface Struck {
  readonly time: string;
  readonly text: string;
}

/** What the weather struck in a world, in words, the earliest first. */
export function struckIn({ journal, deliveries }: Organization): readonly string[] {
  const calls = journal
    .entries()
    .flatMap((entry) => (entry.weather ? [{ time: entry.time, text: callText(entry) }] : []));
  const told = struckAttempts(deliveries.list()).map((struck): Struck => ({
    time: struck.attempt.time,
    text: deliveryText(struck),
  }));
  return [...calls, ...told]
    .toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time))
    .map(({ text }) => text);
}

/** What is added to the message of a failure: the latest of what was struck. */
export function struckText(struck: readonly string[]): string {
  const shown = struck.slice(-MOST);
  const left = struck.length - shown.length;
  const title = left === 0 ? "What the weather struck:" : `What the weather struck, without the ${left} before:`;
  return [title, ...shown.map((text) => text.replaceAll(/^/gm, "  "))].join("\n");
}

function deliveryText({ delivery: { event, message }, attempt, weather, body }: StruckAttempt): string {
  const sent = body === undefined ? "" : `\n  sent ${bodyText(body)}`;
  return `${event.name} (${message}) -> ${attempt.response.status}, struck by ${weather.join(", ")}${sent}`;
}

function callText({ method, url, status, weather = [], request, response }: JournalEntry): string {
  return [
    `${method} ${url} -> ${status}, struck by ${weather.join(", ")}`,
    ...(request.body === undefined ? [] : [`  sent ${bodyText(request.body)}`]),
    ...(response.body === undefined ? [] : [`  got  ${bodyText(response.body)}`]),
  ].join("\n");
}

function bodyText(body: unknown): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
