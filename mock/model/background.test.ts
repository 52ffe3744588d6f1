import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { noon } from "../../test/support/mock/ask.ts";
import { createCourier } from "../deliveries/courier.ts";
import { createDeliveryRuns } from "../deliveries/delivery-runs.ts";
import { createLog } from "../deliveries/log.ts";
import { runInBackground } from "./background.ts";
import { createClock } from "./clock.ts";
import type { Delivery } from "./delivery.ts";

const root = join(import.meta.dirname, "../..");

afterEach(() => void vi.restoreAllMocks());

function warnings(): string[] {
  const texts: string[] = [];
  vi.spyOn(process, "emitWarning").mockImplementation((warning) => void texts.push(String(warning)));
  return texts;
}

const fail = (): never => {
  throw new Error("planted");
};

describe("runInBackground()", () => {
  it.each<[string, () => unknown]>([
    ["throws", fail],
    ["rejects", async () => fail()],
    ["rejects later", () => Promise.resolve().then(fail)],
  ])("reports work that %s as a warning", async (_, work) => {
    const texts = warnings();
    runInBackground("do it", work);

    await vi.waitFor(() => expect(texts).toEqual([expect.stringMatching(/^The mock failed to do it: Error: planted/)]));
  });
});

describe("a delivery that fails in the mock", () => {
  it("does not stop the others of its lane", async () => {
    const texts = warnings();
    const courier = createCourier(createClock(() => noon));
    const ran: string[] = [];
    const task = (id: string, run: () => undefined) => ({ id, lane: "a", due: noon, run: async () => run() });
    courier.add(task("failing", fail));
    courier.add(task("next", () => void ran.push("next")));
    await courier.settled();

    expect(ran).toEqual(["next"]);
    expect(texts).toEqual([expect.stringContaining("planted")]);
  });

  it("is logged as failed, with the reason", async () => {
    const log = createLog(10);
    const clock = createClock(() => noon);
    const runs = createDeliveryRuns({ clock, log, attempt: async () => ({ outcome: "delivered" }) });
    const event = { id: "evt_1", name: "meter.created", time: "", organization: "acme", payload: {} };
    const delivery: Delivery = { id: "dlv_1", message: "msg_1", webhook: "w1", event, status: "pending", attempts: [] };
    const nothing = { milliseconds: 0, faults: [] };
    runs.begin(delivery, { hold: () => nothing, forge: () => nothing, repeat: fail } as never);
    await runs.settled();

    expect(log.get("dlv_1")).toMatchObject({ status: "failed", reason: "The mock failed: Error: planted" });
  });
});

/** Statements that start work which nobody waits for, without a guard. */
function unguarded(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => /^\s*(if \(.*\) |else )*void [\w.#?]+/.test(line) && !line.includes(".catch("))
    .map((line) => line.trim());
}

describe("background work of the mock", () => {
  const files = [...globSync("mock/**/*.ts", { cwd: root }), ...globSync("cli/mock/**/*.ts", { cwd: root })].filter(
    (file) => !file.includes(".test."),
  );

  // Its inner store is synchronous.
  const synchronous = "mock/state/sqlite/with-base.ts";

  it("is started by runInBackground(), or catches its errors", () => {
    const checked = files.filter((file) => file !== synchronous);
    const found = checked.flatMap((file) =>
      unguarded(readFileSync(join(root, file), "utf8")).map((line) => `${file}: ${line}`),
    );

    expect(files.length).toBeGreaterThan(200);
    expect(found).toEqual([]);
  });

  it("is found by the check if it has no guard", () => {
    expect(
      unguarded("  if (task) void run(task);\n  else void this.#work();\n  void later().catch(ignore);"),
    ).toHaveLength(2);
  });
});
