import type { Violation } from "../story/violation.ts";
import type { Json } from "../../../contracts/index.ts";
import type { Order } from "./order.ts";
import { type List, readLargePage } from "./walk.ts";

/** Violations of a requested order. */
export async function orderBroken(order: Order, list: List): Promise<readonly Violation[]> {
  const page = await readLargePage(list, order.parameters);
  if (!page) return [];
  const values = page.items.flatMap((each) => each[order.property] ?? []);
  const isBroken = (sign: 1 | -1): boolean => firstWrong(values, sign) !== undefined;
  const [wrong] = [order.sign ? firstWrong(values, order.sign) : isBroken(1) && isBroken(-1) && firstWrong(values, 1)];
  if (!wrong) return [];
  const orderText = Object.entries(order.parameters).map(([name, value]) => `${name}=${String(value)}`);
  const message = `A list with the order ${orderText.join("&")} has ${JSON.stringify(wrong[0])} before ${JSON.stringify(wrong[1])}`;
  return [{ key: orderText.join("&"), message, exchange: page.exchange }];
}

function firstWrong(values: readonly Json[], sign: 1 | -1): readonly [Json, Json] | undefined {
  for (const [index, value] of values.slice(1).entries()) {
    const before = values[index] as Json;
    if (compare(before, value) * sign > 0) return [before, value];
  }
  return undefined;
}

const plainText = /^[A-Za-z][A-Za-z0-9]*$/;
const time = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}|$)/;

/** Compares numbers, times, and plain texts that sort alike with and without case. Returns 0 for all other values. */
function compare(one: Json, other: Json): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one !== "string" || typeof other !== "string") return 0;
  if (time.test(one) && time.test(other)) return Date.parse(one) - Date.parse(other) || 0;
  if (!plainText.test(one) || !plainText.test(other)) return 0;
  const [byCode, byLetter] = [sideOf(one, other), sideOf(one.toLowerCase(), other.toLowerCase())];
  return byCode === byLetter ? byCode : 0;
}

function sideOf(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
