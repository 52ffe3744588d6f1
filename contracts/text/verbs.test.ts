import { describe, expect, it } from "vitest";
import { areOpposite, findOppositeVerb, statesAfter } from "./verbs.ts";

describe("readings of a verb", () => {
  it.each([
    ["close", ["closed"]],
    ["cancel", ["canceled", "cancelled"]],
    ["deny", ["denied"]],
  ])("%s leads to %j", (verb, states) => expect(statesAfter(verb)).toEqual(expect.arrayContaining(states)));

  it.each([["create"], ["update"], ["set"]])("%s leads to no state", (verb) => expect(statesAfter(verb)).toEqual([]));

  it.each([
    ["disable", "enable"],
    ["enable", "disable"],
    ["unlock", "lock"],
    ["lock", "unlock"],
    ["deactivate", "activate"],
    ["disconnect", "connect"],
    ["restore", "archive"],
    ["resume", "pause"],
  ])("the opposite of %s is %s", (verb, opposite) => expect(findOppositeVerb(verb)).toBe(opposite));
});

describe("areOpposite()", () => {
  it.each([
    ["activate", "deactivate"],
    ["lock", "unlock"],
    ["archive", "unarchive"],
    ["archive", "restore"],
    ["enable", "disable"],
    ["star", "unstar"],
    ["on", "off"],
    ["open", "close"],
    ["close", "reopen"],
    ["deactivate", "reactivate"],
    ["pause", "resume"],
  ])("%s and %s", (one, other) => {
    expect([areOpposite(one, other), areOpposite(other, one)]).toEqual([true, true]);
  });

  it.each([
    ["activate", "reactivate"],
    ["cancel", "ship"],
    ["lock", "lock"],
    ["on", "unlock"],
  ])("not %s and %s", (one, other) => {
    expect([areOpposite(one, other), areOpposite(other, one)]).toEqual([false, false]);
  });
});
