import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, ownPlatform } from "../../../../test/support/mock/ask.ts";
import { toDecimal } from "./pricing/money.ts";

const path = "/v1/public/integration/intg_gridfees/compute-price";

describe("POST …/compute-price", () => {
  it("reports the inputs of the request unchanged, and adds only the assumed consumption", async () => {
    const platform = await ownPlatform();
    const request = fc.record(
      {
        street: fc.string({ maxLength: 20 }),
        postal_code: fc.string({ minLength: 2, maxLength: 12 }),
        city: fc.string(),
        energy: fc.constantFrom("power", "gas"),
        yearly_kwh: fc.double({ min: 0, max: 1e8, noNaN: true }),
      },
      { requiredKeys: ["postal_code", "energy"] },
    );
    await fc.assert(
      fc.asyncProperty(request, async (body) => {
        const { status, value } = await ask(platform, `POST ${path}`, { body: { ...body, secret: "x" } });
        const amounts: string[] = value.breakdown.map((part: { amount: { amount: string } }) => part.amount.amount);
        expect(status).toBe(200);
        expect(value.inputs).toEqual(JSON.parse(JSON.stringify({ yearly_kwh: 3500, ...body })));
        expect(toDecimal(value.amount_yearly.amount)).toBe(amounts.reduce((sum, each) => sum + toDecimal(each), 0n));
      }),
      { numRuns: 50 },
    );
  });

  it("computes the price of the contract's example for a visitor without a token", async () => {
    const inputs = { postal_code: "50667", city: "Cologne", energy: "power", yearly_kwh: 3500 };
    const { value } = await ask(await ownPlatform(), `POST ${path}`, { token: "", body: inputs });

    expect(value).toEqual({
      amount_yearly: { amount: "319.20", currency: "EUR" },
      unit_price: { amount: "0.0912", currency: "EUR" },
      breakdown: [
        { name: "Grid usage", amount: { amount: "252.70", currency: "EUR" } },
        { name: "Concession fee", amount: { amount: "66.50", currency: "EUR" } },
      ],
      inputs,
    });
  });
});
