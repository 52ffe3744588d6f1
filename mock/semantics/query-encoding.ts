import type { RequestViolation } from "../model/problem.ts";

const nothing = [] as const;

/** Violations by query parameters whose percent-encoding is invalid. Other readers of the query decode them leniently. */
export function queryEncodingViolations(url: string): readonly RequestViolation[] {
  const mark = url.indexOf("?");
  if (mark < 0 || !url.includes("%", mark)) return nothing;
  return url
    .slice(mark + 1)
    .split("&")
    .filter((pair) => decodeQueryText(pair) === undefined)
    .map((pair) => {
      const [name = ""] = pair.split("=", 1);
      return {
        in: "query",
        pointer: `/${decodeQueryText(name) ?? name}`,
        expected: "text whose percent-encoding can be read",
        got: JSON.stringify(pair),
      };
    });
}

function decodeQueryText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
