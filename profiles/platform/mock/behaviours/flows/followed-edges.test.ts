import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../../contracts/index.ts";
import { isFollowed } from "./followed-edges.ts";

const entities: Record<string, JsonObject> = {
  first: { size: 1, mail: "ada@lovelace.example" },
  promoted: { size: 2 },
  made: { size: 3 },
};
const contexts: JsonObject[] = [
  { entity_id: "first", schema: "contact" },
  { entity_id: "made", schema: "order", added_by_task_id: "task_Make", promoted_at: "2026-01-03T00:00:00Z" },
  { entity_id: "promoted", schema: "order", promoted_at: "2026-01-04T00:00:00Z" },
];
const statement = (source: JsonObject, value: number) => ({ source, operator: "equals", values: [value] });
const main = (value: number) => statement({ origin_type: "main_context", attribute: "size" }, value);

function taken(edge: JsonObject, condition: JsonObject, its: JsonObject[] = contexts): boolean {
  const task = { conditions: [{ id: "cond_1", ...condition }] };
  return isFollowed(edge, task, { contexts: its }, ({ entity_id: id }) => entities[String(id)]);
}

describe("isFollowed()", () => {
  it.each<[string, JsonObject, boolean]>([
    ["all statements are true", { statements: [main(2), main(2)] }, true],
    ["one of all statements is false", { statements: [main(2), main(1)] }, false],
    ["one is true, and one is enough", { match: "any", statements: [main(2), main(1)] }, true],
    ["none is true, and one is enough", { match: "any", statements: [main(1)] }, false],
    ["the condition has no statements", {}, true],
  ])("evaluates all or any of the statements: %s", (_, condition, expected) => {
    expect(taken({ condition_id: "cond_1" }, condition)).toBe(expected);
    expect(taken({ otherwise: true }, condition)).toBe(!expected);
    expect(taken({}, condition)).toBe(true);
  });

  it.each<[string, JsonObject, number | undefined]>([
    ["the context that was promoted last", { origin_type: "main_context" }, 2],
    ["the main context of a schema", { origin_type: "main_context", schema: "contact" }, 1],
    ["the entity that a task created", { origin_type: "task", task_id: "task_Make" }, 3],
    ["nothing, for a task that created no entity", { origin_type: "task", task_id: "task_Other" }, undefined],
    ["the entity that the execution started with", { origin_type: "trigger_source" }, 1],
    ["nothing, for a schema without a context", { origin_type: "trigger_source", schema: "meter" }, undefined],
  ])("compares the value of %s", (_, source, size) => {
    const found = [1, 2, 3].filter((value) =>
      taken({ condition_id: "cond_1" }, { statements: [statement({ ...source, attribute: "size" }, value)] }),
    );
    expect(found).toEqual(size === undefined ? [] : [size]);
  });
});
