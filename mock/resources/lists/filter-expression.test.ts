import { describe, expect, it } from "vitest";
import {
  type Comparison,
  type FilterExpression,
  readFilterExpression,
  readLabelSelector,
} from "./filter-expression.ts";

const one = (field: string, relation: Comparison["relation"], ...values: string[]): Comparison => ({
  field,
  relation,
  values,
});
const [open, many] = [one("status", "=", "open"), one("total", ">", "5")];

describe("readFilterExpression()", () => {
  it.each<[string, FilterExpression]>([
    ['equals(status,"open")', open],
    ["equals(status,'open, or not')", one("status", "=", "open, or not")],
    ['any(email,["a@x.de","b@x.de"])', one("email", "=", "a@x.de", "b@x.de")],
    ["greater-than(created,2024-01-01T00:00:00Z)", one("created", ">", "2024-01-01T00:00:00Z")],
    ['equals(status,"open"),greater-than(total,5)', { all: [open, many] }],
    ['or(equals(status,"open"),gt(total,5))', { any: [open, many] }],
    ["contains(name,'ada')", one("name", "contains", "ada")],
    ['userName eq "ada"', one("userName", "=", "ada")],
    ['userName co "a"', one("userName", "contains", "a")],
    ["title pr", one("title", "present")],
    ['name.familyName eq "King" and total gt 5', { all: [one("name.familyName", "=", "King"), many] }],
    ['status eq "open" or total gt 5', { any: [open, many] }],
    [
      'status eq "open" and (total gt 5 or not (title pr))',
      { all: [open, { any: [many, { not: one("title", "present") }] }] },
    ],
    ["not(equals(a,1))", { not: one("a", "=", "1") }],
    ["(a eq 1)", one("a", "=", "1")],
    ["status:open", open],
    ["status:open,kind:a", { all: [open, one("kind", "=", "a")] }],
    ["status:open,done", one("status", "=", "open", "done")],
    ["status:eq:open|total:gt:5", { all: [open, many] }],
    ["name:cn:Rock and Roll", one("name", "contains", "Rock and Roll")],
    [
      "name:eq:Ada King|status:in:open,done",
      { all: [one("name", "=", "Ada King"), one("status", "=", "open", "done")] },
    ],
    ["due:ge:2024-01-01T00:00:00Z", one("due", ">=", "2024-01-01T00:00:00Z")],
    ['status=="open";total>5', { all: [open, many] }],
    ['status in ("open","done")', one("status", "=", "open", "done")],
    ["status != open && total > 5", { all: [one("status", "!=", "open"), many] }],
    ["total>=5", one("total", ">=", "5")],
  ])("reads %s", (text, expected) => expect(readFilterExpression(text)).toEqual(expected));

  it.each(["", "open", 'a eq "x" b', "a almost 5", "total > (1,2)", "soundex(name,'x')", 'status eq "open" or'])(
    "does not guess at %j",
    (text) => expect(readFilterExpression(text)).toBeUndefined(),
  );
});

describe("readLabelSelector()", () => {
  it.each<[string, FilterExpression]>([
    ["env=prod", one("env", "=", "prod")],
    ["env==prod,tier!=db", { all: [one("env", "=", "prod"), one("tier", "!=", "db")] }],
    ["env in (prod,test)", one("env", "=", "prod", "test")],
    ["env notin (prod,test)", one("env", "!=", "prod", "test")],
    ["acme.io/env", one("acme.io/env", "present")],
    ["!env", { not: one("env", "present") }],
  ])("reads %s", (text, expected) => expect(readLabelSelector(text)).toEqual(expected));
});

it.each([
  ["parentheses", (count: number) => `${"(".repeat(count)}a=1${")".repeat(count)}`],
  ["negations", (count: number) => `${"not ".repeat(count)}a=1`],
  ["calls", (count: number) => `${"or(".repeat(count)}equals(a,1)${")".repeat(count)}`],
])("reads few nested %s, and does not understand thousands", (_, nested) => {
  expect(readFilterExpression(nested(5))).toBeDefined();
  expect(readFilterExpression(nested(5000))).toBeUndefined();
});

it("reads hundreds of alternatives", () => {
  expect(readFilterExpression(Array(500).fill("a=1").join(" or "))).toHaveProperty("any");
});
