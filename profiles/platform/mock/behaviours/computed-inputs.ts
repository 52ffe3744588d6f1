import type { JsonObject } from "../../../../contracts/index.ts";
import { decimalOf, moneyOf, times, toCents } from "./pricing/money.ts";
import { type Behaviour, membersIn } from "../../../../mock/profile/index.ts";

/** What the price at an address is computed from. */
const inputNames = ["street", "house_number", "postal_code", "city", "energy", "yearly_kwh"];

/** Assumed, as in the contract's example: what a household uses that does not say, and the fees for a kilowatt hour. */
const USUAL_KWH = 3500;
const fees = { "Grid usage": decimalOf("0.0722"), "Concession fee": decimalOf("0.019") };

/** A computed price reports the inputs that it was based on: those of the request, and what was taken for one that it lacks (§4.7). */
export const computedInputs: Behaviour = {
  id: "computed-inputs",
  section: "4.7",
  operations: ["pricing/computeExternalPrice"],
  handle: ({ input }) => ({ value: externalPrice(membersIn(input.body)) }),
};

/** The price at an address, and all that it was computed from. Pure. */
function externalPrice(body: JsonObject): JsonObject {
  const given = Object.fromEntries(
    inputNames.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  );
  const inputs: JsonObject = { yearly_kwh: USUAL_KWH, ...(given as JsonObject) };
  const use = decimalOf(Number(inputs["yearly_kwh"]));
  const parts = Object.entries(fees).map(([name, fee]) => ({ name, amount: toCents(times(fee, use)) }));
  return {
    amount_yearly: moneyOf(toCents(parts.reduce((total, { amount }) => total + amount, 0n)), "EUR"),
    unit_price: moneyOf(
      Object.values(fees).reduce((total, fee) => total + fee, 0n),
      "EUR",
    ),
    breakdown: parts.map(({ name, amount }) => ({ name, amount: moneyOf(amount, "EUR") })),
    inputs,
  };
}
