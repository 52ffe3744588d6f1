import type { Json, JsonObject } from "./json.ts";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openApiFaults } from "../lint/openapi-faults.ts";
import type { Contract } from "./contract.ts";
import { loadContract } from "../loading/load.ts";
import { valueAt } from "./pointer.ts";
import { isObject } from "./shapes.ts";
import {
  type HistoryChange,
  type HistoryOverlay,
  documentOf,
  historyByApi,
  historyChange,
  historyFiles,
  historyFolder,
  historyOverlays,
  historyPair,
  contractBefore,
} from "../../test/support/history.ts";

const scratch = mkdtempSync(join(tmpdir(), "history-"));
afterAll(() => rmSync(scratch, { recursive: true }));

describe("fixtures/history", () => {
  it.each([...historyOverlays])("%s has all required fields", (name, overlay) => {
    expect(formFaults(name, overlay)).toEqual([]);
  });

  it.each(historyFiles)("%s changes exactly the operations that it lists", async (name) => {
    const { base, revision } = await historyPair(name);

    expect(effectFaults(historyChange(name), base, revision)).toEqual([]);
  });

  it.each(historyFiles)("%s produces a valid document", async (name) => {
    expect(await documentFaults((await historyPair(name)).base)).toEqual([]);
  });

  it.each([...historyByApi])("all overlays of %s can be applied together", async (api, names) => {
    expect(await documentFaults(await contractBefore(api, names))).toEqual([]);
  });

  it("no two overlays produce the same document", async () => {
    const bases = await Promise.all(historyFiles.map(async (name) => (await historyPair(name)).base));

    expect(new Set(bases.map(({ api, document }) => JSON.stringify([api, document]))).size).toBe(historyFiles.length);
  });

  it("each kind has the verdict that README lists", () => {
    const readme = readFileSync(join(historyFolder, "README.md"), "utf8");
    const listed = [...readme.matchAll(/^\| `([a-z-]+)` \| ([a-z-]+) \| (9\.\d) \|/gm)].map(([, ...cells]) => cells);
    const judged = historyFiles.map(historyChange).map(({ kind, verdict, by }) => `${kind} ${verdict} ${by}`);

    expect(new Set(listed.map((cells) => cells.join(" ")))).toEqual(new Set(judged));
    expect(new Set(listed.map(([kind]) => kind)).size).toBe(listed.length);
  });
});

describe("the checks of fixtures/history", () => {
  const aName = "pricing-compute-price-city.yaml";
  const anOverlay = historyOverlays.get(aName) as HistoryOverlay;
  const aChange = historyChange(aName);

  it.each<[string, Partial<HistoryChange>, string]>([
    ["a field without text", { reason: "" }, "reason must be some text"],
    ["an operation without a path", { at: ["POST"] }, "at must be operations"],
    ["no operation", { at: [] }, "at must be operations"],
    ["an unknown verdict", { verdict: "harmless" }, "verdict cannot be harmless"],
    ["an unknown direction", { direction: "sideways" }, "direction cannot be sideways"],
    ["a section that describes no change", { section: "3" }, "section cannot be 3"],
    ["an unknown clause", { by: "9.8" }, "by cannot be 9.8"],
  ])("catch %s", (_, part, fault) => {
    expect(formFaults(aName, { ...anOverlay, "x-change": { ...aChange, ...part } })).toEqual([fault]);
  });

  it("catch a file name that does not begin with the API name", () => {
    expect(formFaults(aName, { ...anOverlay, extends: "kanban" })).toEqual(['its name must begin with "kanban-"']);
  });

  it("catch an update without the field assumed", () => {
    const { assumed: _, ...rest } = aChange as Partial<HistoryChange>;

    expect(formFaults(aName, { ...anOverlay, "x-change": rest, actions: [{ update: {} }] })).toEqual([
      "assumed must say what of the base is not shown",
    ]);
  });

  it("catch an effect that differs from the description", async () => {
    const { base, revision } = await historyPair(aName);
    const faults = (part: Partial<HistoryChange>): string[] => effectFaults({ ...aChange, ...part }, base, revision);

    expect(faults({ direction: "response" })).toEqual(["it changes the request"]);
    expect(faults({ at: ["GET /v1/taxes"] })).toEqual(["GET /v1/taxes is the same", "it changes nothing"]);
    expect(faults({ at: [...aChange.at, "GET /v9"] })).toEqual(["there never was GET /v9"]);
    expect(effectFaults(aChange, revision, revision)).toContain("base and revision are the same");
  });

  it("catch an action whose target matches nothing", async () => {
    const file = join(scratch, "nothing.yaml");
    writeFileSync(file, JSON.stringify({ overlay: "1.0.0", actions: [{ target: "$.paths['/v9']", remove: true }] }));
    const contract = await loadContract(documentOf("metering"), { overlays: [file] });

    expect(await documentFaults(contract)).toEqual([`Target "$.paths['/v9']" matches nothing`]);
  });

  it("catch a base that is not valid OpenAPI", async () => {
    const contract = await loadContract(documentOf("metering"));
    const paths = { "/v9": { get: { responses: { "200": {} } } } };

    expect(await documentFaults({ ...contract, document: { ...contract.document, paths } })).toEqual([
      'Not valid OpenAPI: "200" must have the property "description"',
    ]);
  });
});

const allowedValues: Readonly<Partial<Record<keyof HistoryChange, RegExp>>> = {
  section: /^(2\.2|2\.6|4\.\d+|7)$/,
  direction: /^(request|response|both|operation)$/,
  verdict: /^(breaking|dangerous|non-breaking)$/,
  by: /^9\.[1-7]$/,
};

function formFaults(name: string, { info, extends: api = "", actions, ...overlay }: HistoryOverlay): string[] {
  const change: Partial<HistoryChange> = overlay["x-change"] ?? {};
  const textFields = { title: info?.title, ...change, at: "", assumed: change.assumed ?? "not needed" };
  const needed = ["section", "row", "kind", "direction", "verdict", "by", "reason"] as const;
  const isOperation = (one: string): boolean => /^[A-Z]+ \/\S+$/.test(one);
  return [
    ...(name.startsWith(`${api}-`) ? [] : [`its name must begin with "${api}-"`]),
    ...(["title", ...needed, "assumed"] as const)
      .filter((field) => typeof textFields[field] !== "string" || textFields[field] === "")
      .map((field) => `${field} must be some text`),
    ...(Array.isArray(change.at) && change.at.length > 0 && change.at.every(isOperation)
      ? []
      : ["at must be operations"]),
    ...Object.entries(allowedValues)
      .filter(([field, choice]) => !choice.test(String(change[field as keyof HistoryChange])))
      .map(([field]) => `${field} cannot be ${String(change[field as keyof HistoryChange])}`),
    ...(change.assumed === undefined && actions.some(({ update }) => update !== undefined)
      ? ["assumed must say what of the base is not shown"]
      : []),
  ];
}

/** Returns the differences between the documented effect of an overlay and its actual changes to operations. */
function effectFaults({ at, direction }: HistoryChange, base: Contract, revision: Contract): string[] {
  const operationPairs = at.map((name) => [name, sidesOf(base, name), sidesOf(revision, name)] as const);
  const changed = new Set(
    operationPairs.flatMap(([, before, after]) => {
      if (!before || !after) return before === after ? [] : ["operation"];
      return (["request", "response"] as const).filter((side) => before[side] !== after[side]);
    }),
  );
  const found = [...changed].toSorted().join(" and ");
  return [
    ...operationPairs.flatMap(([name, before, after]) => {
      if (!before && !after) return [`there never was ${name}`];
      return JSON.stringify(before) === JSON.stringify(after) ? [`${name} is the same`] : [];
    }),
    ...(found === (direction === "both" ? "request and response" : direction)
      ? []
      : [found === "" ? "it changes nothing" : `it changes the ${found}`]),
    ...(JSON.stringify(base.document) === JSON.stringify(revision.document) ? ["base and revision are the same"] : []),
  ];
}

/** Returns the request and response of an operation as text, with all `$ref` targets included. */
function sidesOf({ document }: Contract, name: string): { request: string; response: string } | undefined {
  const [method = "", path = ""] = name.split(" ");
  const item = ((document["paths"] as JsonObject)[path] ?? {}) as JsonObject;
  const operation = item[method.toLowerCase()];
  if (!isObject(operation)) return undefined;
  const { parameters = [], requestBody = null, responses = null } = operation;
  return {
    request: resolvedText([item["parameters"] ?? [], parameters, requestBody]),
    response: resolvedText([responses]),
  };

  function resolvedText(parts: readonly Json[]): string {
    const textByPointer = new Map(parts.map((part, index) => [String(index), JSON.stringify(part)]));
    for (const text of textByPointer.values())
      for (const [, pointer = ""] of text.matchAll(/"\$ref":"#(.*?)"/g))
        if (!textByPointer.has(pointer))
          textByPointer.set(pointer, JSON.stringify(valueAt(document, decodeURIComponent(pointer))));
    return [...textByPointer].toSorted(([one], [other]) => (one < other ? -1 : 1)).join("\n");
  }
}

async function documentFaults({ api, document, problems }: Contract): Promise<string[]> {
  const file = join(scratch, `${api}.json`);
  writeFileSync(file, JSON.stringify(document));
  return [...problems, ...(await openApiFaults(file, scratch))].map(({ message }) => message);
}
