import { describe, expect, it } from "vitest";
import { changeOf, reportOf } from "../../testing/compat/changelog.ts";
import { compatReports } from "./index.ts";

const key = ["sk", "live", "4eC39HqLyjWDarjtT1zdp7dc"].join("_");

describe("every report", () => {
  it.each(Object.entries(compatReports))("%s masks what has the form of a key", (_, render) => {
    const change = changeOf({ message: `The default was changed from "a" to "${key}"`, before: "a", after: key });

    expect(render(reportOf(change), {})).not.toContain(key.slice(8));
  });

  it.each(["text", "html", "markdown"])("%s has a heading for what belongs to no operation", (kind) => {
    expect(compatReports[kind]?.(reportOf(changeOf({ operation: "", operations: [] })), {})).toContain(
      "The API as a whole",
    );
  });
});
