import { expect, it } from "vitest";
import { operationAnswering, createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { loadContract } from "../../contracts/index.ts";
import { partsOf } from "../policy/parts.ts";
import { listPairableOperations } from "./exchanges.ts";

const scratch = createScratch();

it("finds the callbacks of webhooks and callbacks, each once, and ends on circular ones", async () => {
  const operation = operationAnswering({ type: "string" });
  const callbacks = { done: { $ref: "#/components/callbacks/Done" } };
  const inner = { inner: { "{$url}": { put: operation } } };
  const contract = await loadContract(
    scratch.write({
      "openapi.json": documentOf({
        paths: { "/a": { post: { ...operation, callbacks } } },
        webhooks: { told: { post: { ...operation, callbacks: inner } } },
        components: {
          callbacks: { Done: { "{$url}": { post: { ...operation, callbacks: { ...callbacks, ...inner } } } } },
        },
      }),
    }),
  );
  const names = [
    "POST /a",
    "POST /a callback done {$url}",
    "POST /a callback done {$url} callback inner {$url}",
    "POST told",
    "POST told callback inner {$url}",
  ];

  expect(listPairableOperations(contract).map(({ name }) => name)).toEqual(names);
  expect(partsOf(contract).root("POST /a callback done {$url} callback inner {$url}")?.owners).toEqual([
    "/components/callbacks/Done/{$url}/post",
    "/paths/~1a/post",
  ]);
});
