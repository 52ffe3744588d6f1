import { expect, it } from "vitest";
import { graphqlSchemaOf, loadContract } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { waysThrough } from "./ways.ts";
import { createWriter } from "./writing.ts";

const scratch = createScratch();

/** Types that each lead to another one: so many further on. */
async function ring(count: number, step: number) {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const roots = numbers.map((index) => `t${index}: T${index}`).join(" ");
  const types = numbers.map((index) => `type T${index} { next: T${(index + step) % count} }`).join("\n");
  return graphqlSchemaOf(await loadContract(scratch.write({ "ring.graphql": `type Query { ${roots} }\n${types}` })));
}

it("looks at each type a few times, also where each leads to others than before", async () => {
  const fieldsIn = async (count: number): Promise<number> => {
    const [base, revision] = [await ring(count, 1), await ring(count, 2)];
    const other = { schema: revision, heirs: new Map<string, string>() };
    const writer = createWriter(other);
    let fields = 0;
    const counted: typeof writer = { ...writer, fieldText: (...given) => ((fields += 1), writer.fieldText(...given)) };
    expect(waysThrough(base, counted, other).answered.size).toBeGreaterThan(count);
    return fields;
  };

  expect(await fieldsIn(200)).toBeLessThan(2.5 * (await fieldsIn(100)));
});
