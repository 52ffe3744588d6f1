import { expect, it } from "vitest";
import { fileReports } from "../../reports/index.ts";
import type { CheckReport } from "./check.ts";
import { toCheckJudgement } from "./check-judgement.ts";

const finding = {
  code: "response.body",
  severity: "error",
  side: "response",
  message: 'The response has no "colour"',
  remedy: "Expect a documented field",
  pact: "/interactions/0/response/body/colour",
} as const;
const contract = { file: "openapi.yaml", line: 7, pointer: "/paths/~1a/get", basis: "stated" } as const;

it("the reports for CI show a conflict at its line in the contract", () => {
  const interaction = { consumer: "web", provider: "shop", file: "p.json", findings: [{ ...finding, contract }] };
  const report = {
    files: ["p.json"],
    durationMs: 1,
    interactions: [{ ...interaction, description: "a", states: [], assumed: [] }],
  } as unknown as CheckReport;
  const judgement = toCheckJudgement(report);

  expect(fileReports["github"]?.({ report, judgement })).toMatch(
    /^::error file=openapi\.yaml,line=7,title=web -> shop/,
  );
  expect(fileReports["sarif"]?.({ report, judgement })).toContain('"startLine": 7');
  expect(fileReports["markdown"]?.({ report, judgement })).toContain("(`openapi.yaml:7`)");
});
