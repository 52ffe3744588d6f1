import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExitCode, type Io } from "../cli/command.ts";
import { run } from "../cli/run.ts";
import { type Contract, loadPlatform } from "../contracts/index.ts";
import { type Report, conform } from "../conformance/index.ts";
import {
  type MockRequest,
  type MockResponse,
  type Platform,
  createClock,
  createPlatform,
  listen,
} from "../mock/index.ts";
import { contractsToTry } from "./support/contracts/platform.ts";
import { platformMock } from "../profiles/platform/mock.ts";
import { platformConformance } from "../profiles/platform/conformance.ts";

let contracts: readonly Contract[];
let folder: string;

beforeAll(async () => {
  contracts = await loadPlatform();
  folder = mkdtempSync(join(tmpdir(), "concord-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Operations that need a state that random requests rarely create. */
const operationsWithState: ReadonlySet<string> = new Set([
  "GET /v1/logs/{logId}",
  "POST /v1/event-catalog/events/{event_name}:raise",
  "GET /v1/event-catalog/events/{event_name}/occurrences/{occurrence_id}",
  "POST /v1/batch/jobs/{job_id}:retry",
  "POST /v1/billing/invoices/{invoice_id}/payments",
  "POST /v1/opportunities/{opportunity_id}:reopen",
  "POST /v1/orders/{order_id}/deliveries",
  "POST /v1/submissions/{submission_id}:reprocess",
  "POST /v2/erp/imports/{import_id}:validate",
  "GET /v2/erp/imports/{import_id}/validation",
  "POST /v2/erp/imports/{import_id}:run",
  "POST /v2/flows/executions/{execution_id}/tasks/{task_id}/automation:run",
  "POST /v2/flows/executions/{execution_id}/tasks/{task_id}/schedule/run-now",
]);

describe("the mock, tested against its own contracts", () => {
  it("conforms: no finding, and every operation succeeds that needs no special state", async () => {
    await using provider = await served(conformingRun());
    const apis = (await contractsToTry()).map(({ api }) => api);
    const report = await conform({
      contracts,
      profile: platformConformance,
      apis,
      target: provider.url,
      includeAssumed: true,
      seed: 42,
      runs: 8,
    });
    const removed = new Set(contracts.flatMap((contract) => contract.removed.map(({ name }) => name)));
    const withoutSuccess = report.operations.filter(
      ({ operation, statuses }) =>
        !removed.has(operation) && !Object.keys(statuses).some((status) => status.startsWith("2")),
    );

    expect(report.failures).toEqual([]);
    // Operations without a successful request state the reason.
    expect(report.skipped.filter(({ operation }) => !operationsWithState.has(operation))).toEqual([]);
    expect(withoutSuccess.map(({ operation }) => operation).filter((name) => !operationsWithState.has(name))).toEqual(
      [],
    );
    expect(report).toMatchObject({ mode: "sandbox", seed: 42, interrupted: false });
  });

  it("sends the same requests for the same seed", async () => {
    const seen = [await recorded(7), await recorded(7), await recorded(8)];

    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]).not.toEqual(seen[2]);
  });
});

/** A fault of the mock, and the check that reports it. */
interface Planted {
  readonly fault: string;
  readonly operation: string;
  readonly tamper: Tamper;
  readonly check: string;
  readonly section: string | null;
}

const planted: readonly Planted[] = [
  {
    fault: "the conditions are a text instead of a list",
    operation: "GET /v1/entity/schemas/{slug}/head",
    tamper: async (request, next) => {
      const response = await next(request);
      return response.status === 200 ? withBody(response, (body) => ({ ...body, conditions: "none" })) : response;
    },
    check: "body-conforms",
    section: "4.1",
  },
  {
    fault: "a creation is answered with an undocumented status",
    operation: "POST /v1/entity/schemas/capabilities",
    tamper: async (request, next) => {
      const response = await next(request);
      return response.status === 201 ? { ...response, status: 202 } : response;
    },
    check: "status-documented",
    section: "4.1",
  },
  {
    fault: "a name with a character beyond ASCII makes it fail",
    operation: "PUT /v1/entity/schemas/capabilities/{composite_id}",
    tamper: (request, next) => {
      const text = Buffer.from(request.body ?? []).toString();
      return /[^\n -~]/.test(text)
        ? Promise.resolve({ status: 500, headers: {}, body: Buffer.from("oops") })
        : next(request);
    },
    check: "no-server-error",
    section: "4.1",
  },
  {
    fault: "an update based on an earlier version is not refused",
    operation: "PUT /v1/entity/schemas/{slug}",
    tamper: (request, next) => next({ ...request, url: request.url.replace(/base_version=\d+/, "") }),
    check: "stale-base-refused",
    section: "7",
  },
  {
    fault: "requests without a token are served",
    operation: "GET /v1/entity/schemas",
    tamper: (request, next) =>
      next({ ...request, headers: { authorization: "Bearer org_anybody", ...request.headers } }),
    check: "token-required",
    section: "5.1",
  },
];

describe.each(planted)("a mock where $fault", ({ operation, tamper, check, section }) => {
  it(`is detected by ${check}, with the section, the smallest request, and a command that reproduces it`, async () => {
    await using provider = await served(tampered(conformingRun(), tamper));
    const json = join(folder, `${check}.json`);
    const argv = ["conform", "--target", provider.url, "--operation", operation, "--seed", "42", "--runs", "60"];
    const { code } = await concord(...argv, "--report", `json:${json}`);
    const { failures } = JSON.parse(readFileSync(json, "utf8")) as Report;

    expect(code).toBe(1);
    expect(new Set(failures.map((failure) => failure.check))).toEqual(new Set([check]));
    expect(failures[0]).toMatchObject({ operation, section, curl: expect.stringMatching(/^curl /) });

    const replayed = await concord(...shellWords(failures[0]?.replay as string).slice(3));
    expect(replayed.code).toBe(1);
    expect(replayed.out).toContain(`#${failures[0]?.id}`);
    // The printed command repeats only the counterexample, not the whole run.
    expect(Number(/(\d+) requests?,/.exec(replayed.out)?.[1])).toBeLessThan(20);
  });
});

describe("a counterexample", () => {
  it("is shrunk to one unusual character, and never contains the token", async () => {
    const fault = planted.find(({ check }) => check === "no-server-error") as Planted;
    await using provider = await served(tampered(conformingRun(), fault.tamper));
    const report = await conform({
      contracts,
      profile: platformConformance,
      target: provider.url,
      token: "org_secret:token",
      operation: fault.operation,
      seed: 42,
      runs: 60,
    });
    const [failure] = report.failures;

    expect(Object.keys(JSON.parse(failure?.request.body ?? "{}") as object)).toHaveLength(1);
    expect([...(failure?.request.body ?? "")].filter((character) => /[^\n -~]/.test(character))).toHaveLength(1);
    expect(JSON.stringify(report)).not.toContain("org_secret");
  });
});

describe("an edited contract", () => {
  it("is judged by compat, and published by changelog", async () => {
    const base = join(folder, "base");
    const revision = join(folder, "revision");
    for (const copy of [base, revision]) {
      cpSync("contracts/apis", join(copy, "apis"), { recursive: true });
      cpSync("contracts/shared", join(copy, "shared"), { recursive: true });
    }
    const file = join(revision, "apis/entity/openapi.yaml");
    const edited = readFileSync(file, "utf8")
      .replace("- name: base_version\n", "- name: based_on\n")
      .replace("version: { type: integer, minimum: 1,", "version: { type: string,");
    writeFileSync(file, edited);

    const judged = await concord("compat", base, revision, "--format", "json");
    const report = JSON.parse(judged.out) as {
      verdict: string;
      changes: { rule: string; operation: string; section: string }[];
    };
    expect(judged.code).toBe(1);
    expect(report.verdict).toBe("breaking");
    expect(report.changes.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(["request-parameter-removed", "type-changed"]),
    );

    const out = join(folder, "changelog");
    expect(
      (
        await concord(
          "changelog",
          base,
          revision,
          "--out",
          out,
          "--link",
          "https://changes.example.org/",
          "--date",
          "2026-01-05",
        )
      ).code,
    ).toBe(0);
    expect(readFileSync(join(out, "CHANGELOG.md"), "utf8")).toContain("base_version");
    expect(readFileSync(join(out, "changelog.xml"), "utf8").match(/<item>/g)).toHaveLength(report.changes.length);
    expect((await concord("compat", base, base)).code).toBe(0);
  });
});

type Tamper = (request: MockRequest, next: Platform["handle"]) => Promise<MockResponse>;

function conformingRun(): Platform {
  return createPlatform(contracts, {
    profile: platformMock,
    clock: createClock(Date.now),
    selfCheck: true,
    rateLimit: { burst: 60, perSecond: 20 },
    strictAssumed: true,
  });
}

function tampered(platform: Platform, tamper: Tamper): Platform {
  return { ...platform, handle: (request) => tamper(request, platform.handle) };
}

async function served(platform: Platform): Promise<AsyncDisposable & { readonly url: string }> {
  const { url, close } = await listen(platform);
  return { url, [Symbol.asyncDispose]: close };
}

async function recorded(seed: number): Promise<string[]> {
  const seen: string[] = [];
  const platform = tampered(conformingRun(), (request, next) => {
    seen.push(`${request.method} ${request.url} ${Buffer.from(request.body ?? []).toString()}`);
    return next(request);
  });
  await using provider = await served(platform);
  await conform({ contracts, profile: platformConformance, target: provider.url, operation: "listSchemas", seed });
  await conform({
    contracts,
    profile: platformConformance,
    target: provider.url,
    operation: "createEntity",
    includeAssumed: true,
    seed,
  });
  return seen;
}

function withBody(response: MockResponse, change: (body: Record<string, unknown>) => unknown): MockResponse {
  return { ...response, body: Buffer.from(JSON.stringify(change(JSON.parse(Buffer.from(response.body).toString())))) };
}

async function concord(...argv: readonly string[]): Promise<{ code: ExitCode; out: string; err: string }> {
  const texts = { out: "", err: "" };
  const io: Io = {
    out: (text) => (texts.out += text),
    err: (text) => (texts.err += text),
    interactive: false,
    colours: false,
    env: {},
    signal: new AbortController().signal,
  };
  return { code: await run(argv, io, "0.0.0"), ...texts };
}

/** Words of a command line that Concord prints, split as in a POSIX shell. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => (quoted ?? plain) as string);
}
