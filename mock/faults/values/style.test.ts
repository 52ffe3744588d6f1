import { expect, it } from "vitest";
import { imitateStyle } from "./style.ts";

it.each<[string, string[]]>([
  ["NEW_VALUE_7F", ["DRAFT", "IN_PROGRESS"]],
  ["NEW_VALUE_7F", ["DRAFT"]],
  ["new_value_7f", ["draft"]],
  ["new_value_7f", ["in_progress", "draft"]],
  ["new-value-7f", ["journey-file-upload", "event"]],
  ["newValue7f", ["inProgress", "draft"]],
  ["NewValue7f", ["InProgress", "Draft"]],
  ["New Value 7f", ["In Progress", "Draft"]],
  ["new.value.7f", ["order.created"]],
  ["new:value:7f", ["automation:run"]],
  ["new_value_7f", []],
  ["new_value_7f", ["1", "2"]],
])("inStyleOf() makes %s of %j", (made, known) => {
  expect(imitateStyle(known, ["new", "value", "7f"])).toBe(made);
});
