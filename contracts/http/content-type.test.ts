import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMediaType } from "../model/media-type.ts";
import { acceptedMediaType, chooseMediaType, writeMediaType } from "./content-type.ts";

const versions = ["application/json;version=1", "application/json;version=2"];

const namesOf = (content: readonly string[]) => content.map((name) => ({ name, ...parseMediaType(name) }));

describe("chooseMediaType()", () => {
  it.each([
    ["application/json;version=2", versions, versions[1]],
    ['application/json; charset=utf-8; Version="2"', versions, versions[1]],
    ["application/json;version=3", versions, undefined],
    ["application/json", versions, versions[0]],
    ["application/json;version=3", [...versions, "application/json"], "application/json"],
    ["application/json;version=3", [...versions, "application/*"], "application/*"],
    ["application/json", ["*/*", "application/*", "application/json"], "application/json"],
    ["text/plain;charset=us-ascii", ["text/plain;charset=utf-8"], "text/plain;charset=utf-8"],
    [
      "text/plain;charset=utf-16",
      ["text/plain;charset=utf-8", "text/plain;charset=utf-16"],
      "text/plain;charset=utf-16",
    ],
    ["multipart/form-data; boundary=x", ["multipart/form-data; boundary=y"], "multipart/form-data; boundary=y"],
    ['a/b;profile="urn:x;y"', ["a/b;profile=urn:x", 'a/b;profile="urn:x;y"'], 'a/b;profile="urn:x;y"'],
    ["text/html", versions, undefined],
  ])("finds the documented type of %s among %j", (header, content, expected) => {
    expect(chooseMediaType(namesOf(content), header)?.name).toBe(expected);
  });
});

describe("acceptedMediaType()", () => {
  it.each([
    ["application/json;version=2", versions, versions[1]],
    ["application/json;version=1;q=0.5, application/json;version=2", versions, versions[1]],
    ["application/json;version=3", versions, undefined],
    ["application/json, application/json;version=1;q=0.1", versions, versions[1]],
    ["application/json;version=1;q=0, */*", versions, versions[1]],
    ["*/*", versions, versions[0]],
    ["*", versions, versions[0]],
    ["text/*;q=0.9, application/xml", ["application/json", "text/html", "application/xml"], "application/xml"],
    ["text/html, application/json;q=0", ["application/json"], undefined],
    ['a/b;profile="x,y"', ['a/b;profile="x"', 'a/b;profile="x,y"'], 'a/b;profile="x,y"'],
    ["text/html", ["text/*"], "text/*"],
    ["image/png", ["*/*"], "*/*"],
  ])("prefers by %s among %j", (header, content, expected) => {
    expect(acceptedMediaType(namesOf(content), header)?.name).toBe(expected);
  });
});

describe("writeMediaType()", () => {
  it("is read again as the same media type", () => {
    const value = fc.string({ minLength: 1 }).filter((text) => text.trim() === text);
    fc.assert(
      fc.property(value, (text) => {
        const type = { mediaType: "a/b", parameters: [`profile=${text}`] };
        expect(parseMediaType(writeMediaType(type))).toEqual(type);
      }),
    );
  });

  it("names no charset that the body is not written in", () => {
    expect(writeMediaType(parseMediaType("text/csv;charset=latin1;header=present"))).toBe("text/csv; header=present");
  });
});
