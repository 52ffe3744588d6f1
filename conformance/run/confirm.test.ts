import { expect, it } from "vitest";
import { createConfirmation } from "./confirm.ts";
import type { Failure } from "../findings/report.ts";

const failure = (id: string): Failure => ({ id, api: "entity", flaky: null }) as Failure;

/** Confirms findings whose tries return `answers(isWhole)` and cost `requests` requests each. */
async function confirmTries(ids: readonly string[], answers: (isWhole: boolean) => boolean | undefined, requests = 1) {
  let sent = 0;
  let tries = 0;
  const { confirm } = createConfirmation(() => sent);
  const failures = await confirm(ids.map(failure), async (_, isWhole) => {
    sent += requests;
    tries++;
    return answers(isWhole);
  });
  return { flaky: failures.map(({ flaky }) => flaky), tries };
}

it("marks only findings that recur neither alone nor on the whole path", async () => {
  expect(await confirmTries(["a"], () => false)).toEqual({ flaky: [{ seen: 1, tried: 3 }], tries: 2 });
  expect(await confirmTries(["a"], () => true)).toEqual({ flaky: [null], tries: 1 });
  expect(await confirmTries(["a"], (isWhole) => isWhole)).toEqual({ flaky: [null], tries: 2 });
  expect((await confirmTries(["a"], () => undefined)).flaky).toEqual([null]);
  expect((await confirmTries(["a"], (isWhole) => (isWhole ? undefined : false))).flaky).toEqual([null]);
});

it("tries equal findings once, and keeps the limits", async () => {
  expect((await confirmTries(["a", "a"], () => true)).tries).toBe(1);
  expect(
    (
      await confirmTries(
        Array.from({ length: 50 }, (_, at) => String(at)),
        () => true,
      )
    ).tries,
  ).toBe(12);
  expect((await confirmTries(["a", "b", "c", "d", "e"], () => true, 100)).tries).toBe(2);
});
