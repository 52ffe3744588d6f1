import { expect, it } from "vitest";
import { fixture } from "../../test/support/mock/ask.ts";
import { startMock } from "../../api/mock.ts";

// Example of a consumer's own test: the client must tolerate the changes that §9.6 and §9.2 allow.

interface Order {
  readonly status: string;
}

/** Throws for any value except the three known ones. */
function strictLabel({ status }: Order): string {
  switch (status) {
    case "draft":
      return "not yet placed";
    case "placed":
      return "placed";
    case "in_transit":
      return "on its way";
    default:
      throw new Error(`There is no status "${status}"`);
  }
}

function lenientLabel(order: Order): string {
  try {
    return strictLabel(order);
  } catch {
    return "in progress";
  }
}

async function labelledBy(label: (order: Order) => string): Promise<string> {
  await using mock = await startMock({ contracts: [await fixture("faults")] });
  const acme = mock.org("acme");
  const headers = { authorization: `Bearer ${acme.token}`, "content-type": "application/json" };
  const url = `${mock.url}/orders`;
  const { id } = (await (await fetch(url, { method: "POST", headers, body: '{"status":"draft"}' })).json()) as {
    id: string;
  };
  acme.faults.set([{ id: "unknown-enum" }, { id: "unknown-field" }]);
  return label((await (await fetch(`${url}/${id}`, { headers })).json()) as Order);
}

it("unknown-enum catches a consumer that expects only known values", async () => {
  await expect(labelledBy(strictLabel)).rejects.toThrow(/^There is no status "new_value_[0-9a-f]{4}"$/);
});

it("unknown-enum passes a consumer that accepts unknown values", async () => {
  expect(await labelledBy(lenientLabel)).toBe("in progress");
});
