import { decodeSegment } from "../../contracts/index.ts";
import type { Check } from "./check.ts";

/** What an answer must not tell of the provider's inside, and what each looks like. */
const disclosures: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["a stack trace", /^\s*at (?:async )?[\w.<>$ ]+\(?[^()\n]*:\d+:\d+\)?/m],
  ["a stack trace", /^\s*at [\w.<>$ ]+ \(<anonymous>\)/m],
  ["a stack trace", /Traceback \(most recent call last\)|^\s+File "[^"\n]+", line \d+/m],
  ["a stack trace", /^\s*at [\w$.]+\([\w$]+\.java:\d+\)/m],
  [
    "a path of the server",
    /(?:^|[\s"'(=:])(?:\/(?:home|usr|var|srv|opt|app|root|etc|tmp)\/[\w.-]+\/[\w./-]+|[A-Z]:\\[\w .\\-]+\\[\w .\\-]+)/,
  ],
  ["a statement of a database", /\b(?:SELECT\s.+\sFROM|INSERT\s+INTO|UPDATE\s.+\sSET|DELETE\s+FROM)\s+\w+/],
];

/** Errors tell what is wrong with the request, not what the provider is made of. */
export const noDisclosure: Check = {
  id: "no-disclosure",
  claim: "No error tells of the provider's inside: no stack trace, no path, no statement, no token",
  judge({ request, response: { status, body }, showsToken }) {
    if (status < 400) return [];
    const text = unescaped(body);
    const sent = `${decodeSegment(request.path) ?? request.path} ${unescaped(request.body ?? "")}`;
    const found = disclosures.flatMap(([name, pattern]) => {
      const match = pattern.exec(text)?.[0].trim();
      // What the request itself said may be said again.
      return match === undefined || sent.includes(match) ? [] : [name];
    });
    return [...new Set([...found, ...(showsToken ? ["the token of the request"] : [])])].map((name) => ({
      key: `${status} ${name}`,
      message: `The body of status ${status} shows ${name}`,
    }));
  },
};

/** JSON writes the ends of lines in two signs. */
function unescaped(body: string): string {
  return body.replaceAll("\\n", "\n").replaceAll("\\\\", "\\").replaceAll('\\"', '"');
}
