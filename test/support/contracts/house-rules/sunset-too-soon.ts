import { object } from "../../../../contracts/model/json-parts.ts";
import { isDate } from "../../../../contracts/openapi/lifecycle.ts";
import { monthsAfter } from "../../../../contracts/text/months.ts";
import { join } from "../../../../contracts/model/pointer.ts";
import { type HouseRule, collectFindings } from "./house-rule.ts";

export const sunsetTooSoon: HouseRule = {
  id: "sunset-too-soon",
  claim:
    "A sunset is not earlier than the provider's notice period after the deprecation, nor, for an operation, than its support period after the publication",
  find(contract, { periods }) {
    if (periods === undefined) return [];
    const { notice, support } = periods;
    const unannounced = collectFindings(contract, ({ "x-deprecated": deprecation, "x-sunset": sunset }) => {
      const { date } = object(deprecation);
      if (!isDate(date) || !isDate(sunset) || sunset >= monthsAfter(date, notice)) return [];
      return [["x-sunset", tooSoonMessage(`${notice} months after the deprecation of ${date}`)]];
    });
    const unsupported = contract.operations.flatMap(({ pointer, published, sunset }) =>
      published && sunset !== undefined && sunset < monthsAfter(published.date, support)
        ? [
            {
              pointer: join(pointer, "x-sunset"),
              message: tooSoonMessage(`${support} months after the publication of ${published.date}`),
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
