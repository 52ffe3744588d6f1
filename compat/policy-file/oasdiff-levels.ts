import { nearestHint } from "../../contracts/index.ts";
import type { Severity } from "../profile/severity.ts";
import { oasdiffIds } from "../rules/support/oasdiff-ids.ts";
import type { OasdiffLine, UnconvertedLine } from "./oasdiff-lines.ts";

/** Severity for each level of oasdiff. */
const severityByLevel: Readonly<Record<string, Severity>> = {
  err: "breaking",
  warn: "dangerous",
  info: "safe",
  none: "off",
};

/** Checks of oasdiff without a rule of Concord, and what Concord has in their place. */
const withoutRule: readonly (readonly [ids: RegExp, reason: string])[] = [
  [/stability/, "Concord has no stability levels"],
  [/-sunset-(missing|invalid|parse)$|-too-small$/, "unreadable and early sunsets are faults of the report"],
  [/-version-not-bumped$/, "write majorVersion: true in the policy"],
  [/-all-of-(added|removed)/, "allOf is compared by what it accepts"],
  [/(read|write)-only-/, "read-only and write-only properties have the rules of other properties"],
  [/-became-(not-)?(read|write)-only$/, "a property that moves between request and response is removed or added"],
  [/-type-compatible$|-wrapped-in-one-of$|-list-of-types-/, "types are compared by what they accept"],
  [/^api-schema-removed$|^api-security-component-/, "components are compared where operations use them"],
];

/** Severities of a file for --severity-levels of oasdiff. */
export interface ConvertedLevels {
  readonly severities: Readonly<Record<string, Severity>>;
  readonly unconverted: readonly UnconvertedLine[];
}

/** Checks if lines have the form of a file for --severity-levels: an id and a level. */
export function areLevels(lines: readonly OasdiffLine[]): boolean {
  const first = lines.find(({ text }) => !text.startsWith("#"));
  return first !== undefined && /^[a-z0-9-]+\s+\S+$/i.test(first.text);
}

/** Converts lines of an id and a level to severities by id. */
export function convertLevels(lines: readonly OasdiffLine[]): ConvertedLevels {
  const severities: Record<string, Severity> = {};
  const unconverted = lines.flatMap((line): UnconvertedLine[] => {
    if (line.text.startsWith("#")) return [];
    const [id = "", level = "", ...rest] = line.text.split(/\s+/);
    const severity = severityByLevel[level.toLowerCase()];
    const leaveUnconverted = (reason: string): UnconvertedLine[] => [{ ...line, reason }];
    if (rest.length > 0 || level === "") return leaveUnconverted("it must be an id and a level");
    if (!severity) return leaveUnconverted(`the level must be err, warn, info or none, not "${level}"`);
    if (!oasdiffIds.has(id)) return leaveUnconverted(`oasdiff has no check "${id}"${nearestHint(id, oasdiffIds)}`);
    const other = withoutRule.find(([ids]) => ids.test(id))?.[1];
    // A check that is off needs no rule.
    if (other !== undefined) {
      if (severity === "off") return [];
      return leaveUnconverted(`no rule reports it: ${other}`);
    }
    severities[id] = severity;
    return [];
  });
  return { severities, unconverted };
}
