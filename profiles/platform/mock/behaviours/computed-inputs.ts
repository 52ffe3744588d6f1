import type { JsonObject } from "../../../../contracts/index.ts";
import { toDecimal, toMoney, times, toCents } from "./pricing/money.ts";
import { type Behaviour, toMembers } from "../../../../mock/profile/index.ts";

/** Inputs of the price at an address. */
const inputNames = ["street", "house_number", "postal_code", "city", "energy", "yearly_kwh"];

/**
 * Assumed, as in the contract's example: consumption of a household if the request has none, and the
 * fees for a kilowatt hour.
 */
const DEFAULT_KWH = 3500;
const fees = { "Grid usage": toDecimal("0.0722"), "Concession fee": toDecimal("0.019") };

/** A computed price reports its inputs: those of the request, and the default consumption if the request has none (§4.7). */
export const computedInputs: Behaviour = {
  id: "computed-inputs",
  section: "4.7",
  operations: ["pricing/computeExternalPrice"],
  handle: ({ input }) => ({ value: externalPrice(toMembers(input.body)) }),
};

/** The price at an address, and all of its inputs. Pure. */
function externalPrice(body: JsonObject): JsonObject {
  const given = Object.fromEntries(
    inputNames.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  );
  const inputs: JsonObject = { yearly_kwh: DEFAULT_KWH, ...(given as JsonObject) };
  const consumption = toDecimal(Number(inputs["yearly_kwh"]));
  const parts = Object.entries(fees).map(([name, fee]) => ({ name, amount: toCents(times(fee, consumption)) }));
  return {
    amount_yearly: toMoney(toCents(parts.reduce((total, { amount }) => total + amount, 0n)), "EUR"),
    unit_price: toMoney(
      Object.values(fees).reduce((total, fee) => total + fee, 0n),
      "EUR",
    ),
    breakdown: parts.map(({ name, amount }) => ({ name, amount: toMoney(amount, "EUR") })),
    inputs,
  };
}
