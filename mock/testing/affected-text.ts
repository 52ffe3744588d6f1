import { type AffectedAttempt, affectedAttempts } from "../deliveries/affected-attempts.ts";
import type { JournalEntry } from "../journal/index.ts";
import type { Organization } from "../platform/organization.ts";

/** Maximum number of affected calls and deliveries in a message, and maximum length of a body. */
const MAX_SHOWN = 5;
const MAX_BODY_LENGTH = 500;

interface AffectedLine {
  readonly time: string;
  readonly text: string;
}

/** Describes the calls and deliveries of a world that faults affected, the earliest first. */
export async function affectedTexts({ journal, deliveries }: Organization): Promise<readonly string[]> {
  const read = await journal.complete();
  const calls = read.entries().flatMap((entry) => (entry.faults ? [{ time: entry.time, text: callText(entry) }] : []));
  const attempts = affectedAttempts((await deliveries.complete()).list()).map((affected): AffectedLine => ({
    time: affected.attempt.time,
    text: describeAttempt(affected),
  }));
  return [...calls, ...attempts]
    .toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time))
    .map(({ text }) => text);
}

/** Text that is added to the message of a failure: the latest affected calls and deliveries. */
export function affectedText(affected: readonly string[]): string {
  const shown = affected.slice(-MAX_SHOWN);
  const omitted = affected.length - shown.length;
  const title = omitted === 0 ? "Affected by faults:" : `Affected by faults, without the ${omitted} before:`;
  return [title, ...shown.map((text) => text.replaceAll(/^/gm, "  "))].join("\n");
}

function describeAttempt({ delivery: { event, message }, attempt, faults, body }: AffectedAttempt): string {
  const sent = body === undefined ? "" : `\n  sent ${shortenBody(body)}`;
  return `${event.name} (${message}) -> ${attempt.response.status}, affected by ${faults.join(", ")}${sent}`;
}

function callText({ method, url, status, faults = [], request, response }: JournalEntry): string {
  return [
    `${method} ${url} -> ${status}, affected by ${faults.join(", ")}`,
    ...(request.body === undefined ? [] : [`  sent ${shortenBody(request.body)}`]),
    ...(response.body === undefined ? [] : [`  got  ${shortenBody(response.body)}`]),
  ].join("\n");
}

function shortenBody(body: unknown): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  if (text.length > MAX_BODY_LENGTH) return `${text.slice(0, MAX_BODY_LENGTH - 1)}…`;
  return text;
}
