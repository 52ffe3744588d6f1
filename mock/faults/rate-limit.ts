import { callFault } from "./fault.ts";
import { booleanOption, integerOption } from "./option.ts";

const SECOND_MS = 1000;

export const rateLimit = callFault({
  id: "rate-limit",
  forms: ["rate-limit=2"],
  summary: "refuses each operation's first call with 429, and all others until the time in Retry-After is over",
  options: {
    seconds: integerOption({
      min: 1,
      default: 1,
      description: "Seconds, by the organization's clock, from an operation's first call until calls succeed.",
    }),
    date: booleanOption({ default: false, description: "Retry-After is an HTTP date instead of seconds." }),
  },
  argument: "seconds",
  consumerRuns: [
    {
      name: "429-until",
      about: "each operation gets 429 until the time in Retry-After is over",
      settings: () => [{ id: "rate-limit", seconds: 1 }],
    },
    {
      name: "429-date",
      about: "each operation gets 429 until the time in Retry-After, an HTTP date, is over",
      settings: () => [{ id: "rate-limit", seconds: 2, date: true }],
    },
  ],
  refuse({ setting: { seconds, date }, firstAt, now }) {
    const until = firstAt + seconds * SECOND_MS;
    if (now >= until) return undefined;
    // Rounded up, because an earlier call is refused again.
    const end = new Date(Math.ceil(until / SECOND_MS) * SECOND_MS);
    const retryAfter = date ? end.toUTCString() : String(Math.ceil((until - now) / SECOND_MS));
    return {
      refused: "A fault fails this call on purpose with 429",
      status: 429,
      headers: { "retry-after": retryAfter },
    };
  },
});
