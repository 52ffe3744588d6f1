import { describe, expect, it } from "vitest";
import { type Comparison, readFilterExpression } from "./filter-expression.ts";

const one = (field: string, relation: Comparison["relation"], ...values: string[]): Comparison => ({
  field,
  relation,
  values,
});

describe("readFilterExpression()", () => {
  it.each<[string, readonly Comparison[]]>([
    ['equals(status,"open")', [one("status", "=", "open")]],
    ["equals(status,'open, or not')", [one("status", "=", "open, or not")]],
    ['any(email,["a@x.de","b@x.de"])', [one("email", "=", "a@x.de", "b@x.de")]],
    ["greater-than(created,2024-01-01T00:00:00Z)", [one("created", ">", "2024-01-01T00:00:00Z")]],
    ['equals(status,"open"),less-than(total,5)', [one("status", "=", "open"), one("total", "<", "5")]],
    ['userName eq "ada"', [one("userName", "=", "ada")]],
    ['name.familyName eq "King" and total ge 5', [one("name.familyName", "=", "King"), one("total", ">=", "5")]],
    ["status:open", [one("status", "=", "open")]],
    ["status:open,kind:a", [one("status", "=", "open"), one("kind", "=", "a")]],
    ['status=="open"', [one("status", "=", "open")]],
    ['status in ("open","done")', [one("status", "=", "open", "done")]],
    ["total>=5", [one("total", ">=", "5")]],
  ])("reads %s", (text, expected) => expect(readFilterExpression(text)).toEqual(expected));

  it.each([
    "",
    "open",
    'status eq "open" or total gt 5',
    'userName co "a"',
    "not(equals(a,1))",
    'a eq "x" b',
    "(a eq 1)",
  ])("does not guess at %j", (text) => expect(readFilterExpression(text)).toBeUndefined());
});
