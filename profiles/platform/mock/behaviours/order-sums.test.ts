import { describe, expect, it } from "vitest";
import { ask, ownPlatform } from "../../../../test/support/mock/ask.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });

describe("the amounts of an order", () => {
  it("add up, also with a generated price", async () => {
    const platform = await ownPlatform({ selfCheck: true });
    const lines = [
      { product_id: "prod_1", quantity: 3, unit_price: euros(1050) },
      { product_id: "prod_2", quantity: 2 },
    ];
    const { value } = await ask(platform, "POST /v1/orders", { body: { customer_number: "C-100482", lines } });
    const [first, second] = value.lines;

    expect(first).toMatchObject({ position: 1, unit_price: euros(1050), net: euros(3150) });
    expect(second).toMatchObject({ position: 2, net: euros(2 * second.unit_price.amount) });
    expect(value.net.amount).toBe(3150 + second.net.amount);
    expect(value.tax.amount).toBe(Math.round(value.net.amount * 0.19));
    expect(value.gross.amount).toBe(value.net.amount + value.tax.amount);
    expect((await ask(platform, `GET /v1/orders/${value.id}`)).value).toEqual(value);
  });

  it("are computed again when its lines change, and stay when another member changes", async () => {
    const platform = await ownPlatform();
    const lines = [{ product_id: "prod_1", quantity: 1, unit_price: euros(1000) }];
    const placed = await ask(platform, "POST /v1/orders", { body: { customer_number: "C-100482", lines } });
    const path = placed.headers["location"];
    const noted = await ask(platform, `PATCH ${path}`, { body: { note: "Ring twice" } });
    const amended = await ask(platform, `PATCH ${path}`, { body: { lines: [{ ...lines[0], quantity: 2 }] } });

    expect(noted.value).toMatchObject({ net: euros(1000), tax: euros(190), gross: euros(1190) });
    expect(amended.value).toMatchObject({ net: euros(2000), tax: euros(380), gross: euros(2380) });
  });
});
