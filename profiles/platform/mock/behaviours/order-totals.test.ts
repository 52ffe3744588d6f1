import { describe, expect, it } from "vitest";
import { ask, ownPlatform } from "../../../../test/support/mock/ask.ts";

const euros = (amount: string) => ({ amount, currency: "EUR" });
const fee = { integration_id: "intg_gridfees", inputs: { postal_code: "50667", city: "Cologne", connection_kw: 11 } };
const line = { quantity: 3, unit_price: euros("80.00"), external_fees_metadata: fee };
const totals = {
  amount_subtotal: euros("240.00"),
  amount_tax: euros("45.60"),
  amount_total: euros("285.60"),
};

describe("the amounts of line items", () => {
  it("are computed, and the response repeats the inputs of a fee", async () => {
    const { value } = await ask(await ownPlatform(), "POST /v1/pricing:compute", { body: { line_items: [line] } });

    expect(value).toEqual({ line_items: [{ ...line, ...totals }], ...totals });
  });

  it("are computed from the price and the tax that the line names", async () => {
    const platform = await ownPlatform();
    const tax = (await ask(platform, "POST /v1/taxes", { body: { name: "TVA", rate: 5.5 } })).value;
    const price = (
      await ask(platform, "POST /v1/prices", {
        body: {
          description: "Heat",
          model: "per_unit",
          unit_price: { amount: "0.1234", currency: "CHF" },
          tax_id: tax.id,
        },
      })
    ).value;
    const body = { line_items: [{ price_id: price.id, quantity: 1000 }] };
    const { value } = await ask(platform, "POST /v1/pricing:compute", { body });

    expect(value).toMatchObject({
      line_items: [{ unit_price: { amount: "0.1234", currency: "CHF" } }],
      amount_subtotal: { amount: "123.40", currency: "CHF" },
      amount_tax: { amount: "6.79", currency: "CHF" },
      amount_total: { amount: "130.19", currency: "CHF" },
    });
  });

  it("are generated for an unknown price, the same each time", async () => {
    const body = { line_items: [{ price_id: "price_x", quantity: 2 }] };
    const compute = async () => (await ask(await ownPlatform(), "POST /v1/pricing:compute", { body })).value;
    const first = await compute();

    expect(first.line_items[0].unit_price.amount).toMatch(/^\d{1,4}\.\d\d$/);
    expect(await compute()).toEqual(first);
  });
});

describe("an order", () => {
  it("is stored with its amounts, which are computed again when it is replaced", async () => {
    const platform = await ownPlatform();
    const created = await ask(platform, "POST /v1/order", { body: { line_items: [line] } });
    const path = created.headers["location"] as string;
    const read = async () => (await ask(platform, `GET ${path}`)).value;
    const first = await read();
    const replaced = await ask(platform, `PUT ${path}`, { body: { line_items: [{ ...line, quantity: 1 }] } });

    expect(created.value).toMatchObject({ line_items: [{ ...line, ...totals }], ...totals });
    expect(first).toEqual(created.value);
    expect(replaced.value).toMatchObject({ id: created.value.id, amount_total: euros("95.20") });
    expect(await read()).toEqual(replaced.value);
  });

  it("is created by the checkout of a cart", async () => {
    const platform = await ownPlatform();
    const body = { customer: { last_name: "Lovelace", email: "ada@mail.example" }, line_items: [line] };
    const { status, value } = await ask(platform, "POST /v1/public/cart:checkout", { body });

    expect([status, value.amount_total]).toEqual([201, totals.amount_total]);
    expect((await ask(platform, `GET /v1/order/${value.order_id}`)).value).toMatchObject({
      status: "placed",
      ...totals,
    });
  });
});
