import { type Verdict, type SavedDelivery, valuesOf } from "../delivery.ts";
import { durationText } from "../times.ts";

/** Mistakes that show in the headers alone. */
export function headerHints(delivery: SavedDelivery, verdict: Verdict, now: number): string[] {
  const timestamp = valuesOf(delivery, "webhook-timestamp")[0] ?? "";
  switch (verdict) {
    case "missing-header":
      return missing(delivery);
    case "duplicate-header":
      return ["A gateway may add headers a second time: configure it to replace them or to leave them"];
    case "malformed-timestamp":
      return /^\d{4}-\d\d-\d\d/.test(timestamp)
        ? ["webhook-timestamp is a date: it must be in seconds since 1970, such as 1750000000"]
        : [];
    case "timestamp-too-old":
    case "timestamp-too-new":
      return [ageHint(timestamp, now)];
    default:
      return [];
  }
}

function ageHint(timestamp: string, now: number): string {
  const seconds = Number(timestamp);
  if (seconds > 1e11) return "webhook-timestamp is in milliseconds: it must be in seconds since 1970";
  const age = Math.floor(now / 1000) - seconds;
  if (age < 0)
    return `It is signed ${durationText(-age)} ahead of the time of verification: one of the two clocks is wrong: synchronize both with NTP`;
  return `It was signed ${durationText(age)} before. Each attempt must be signed anew, under the same id; if this was the first, one of the two clocks is wrong. A repeated old delivery is refused for this reason`;
}

function missing(delivery: SavedDelivery): string[] {
  return ["id", "timestamp", "signature"].flatMap((part) => {
    if ((valuesOf(delivery, `webhook-${part}`)[0] ?? "") !== "") return [];
    const [like] = delivery.headers.find(([name]) => new RegExp(`[-_]${part}$`, "i").test(name)) ?? [];
    return like === undefined ? [] : [`The header ${like} is present: its name must be webhook-${part}`];
  });
}
