import { expect, it } from "vitest";
import { graphqlSchemaOf, loadContract } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { findSchemaPaths } from "./schema-paths.ts";
import { createOperationWriter } from "./operation-writer.ts";

const scratch = createScratch();

/** Types with a field to another type, a given number of types ahead. */
async function ring(count: number, step: number) {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const roots = numbers.map((index) => `t${index}: T${index}`).join(" ");
  const types = numbers.map((index) => `type T${index} { next: T${(index + step) % count} }`).join("\n");
  return graphqlSchemaOf(await loadContract(scratch.write({ "ring.graphql": `type Query { ${roots} }\n${types}` })));
}

it("visits each type a limited number of times, even if all types were renamed", async () => {
  const fieldsIn = async (count: number): Promise<number> => {
    const [base, revision] = [await ring(count, 1), await ring(count, 2)];
    const other = { schema: revision, renamedTypes: new Map<string, string>() };
    const writer = createOperationWriter(other);
    let fields = 0;
    const counted: typeof writer = { ...writer, fieldText: (...given) => ((fields += 1), writer.fieldText(...given)) };
    expect(findSchemaPaths(base, counted, other).outputs.size).toBeGreaterThan(count);
    return fields;
  };

  expect(await fieldsIn(200)).toBeLessThan(2.5 * (await fieldsIn(100)));
});
