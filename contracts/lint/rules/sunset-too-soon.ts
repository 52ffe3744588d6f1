import { object } from "../../model/json-parts.ts";
import { isDate } from "../../openapi/lifecycle.ts";
import { monthsAfter } from "../../text/months.ts";
import { join } from "../../model/pointer.ts";
import { policy } from "../../model/policy.ts";
import { type LintRule, findingsIn } from "../rule.ts";

export const sunsetTooSoon: LintRule = {
  id: "sunset-too-soon",
  claim: `A sunset is at least ${policy.notice} months after the deprecation (§9.4), and for an operation ${policy.support} months after its publication (§9.3)`,
  of: "marked",
  find(contract) {
    const unannounced = findingsIn(contract, ({ "x-deprecated": deprecation, "x-sunset": sunset }) => {
      const { date } = object(deprecation);
      if (!isDate(date) || !isDate(sunset) || sunset >= monthsAfter(date, policy.notice)) return [];
      return [["x-sunset", tooSoonMessage(`${policy.notice} months after the deprecation of ${date} (§9.4)`)]];
    });
    const unsupported = contract.operations.flatMap(({ pointer, published, sunset }) =>
      published && sunset !== undefined && sunset < monthsAfter(published.date, policy.support)
        ? [
            {
              pointer: join(pointer, "x-sunset"),
              message: tooSoonMessage(`${policy.support} months after the publication of ${published.date} (§9.3)`),
            },
          ]
        : [],
    );
    return [...unannounced, ...unsupported];
  },
};

function tooSoonMessage(earliest: string): string {
  return `x-sunset must not be earlier than ${earliest}`;
}
