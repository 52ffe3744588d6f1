import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Io } from "../cli/command.ts";
import { run } from "../cli/run.ts";
import type { CheckReport, Judgement, VerifyReport } from "../conformance/index.ts";

const consumers = join(import.meta.dirname, "../fixtures/consumers");
const folder = mkdtempSync(join(tmpdir(), "concord-pacts-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command, and reads the JSON report that it wrote. */
async function concord<R>(argv: readonly string[], given: Partial<Io> = {}) {
  const texts = { out: "", err: "" };
  const file = join(folder, "report.json");
  rmSync(file, { force: true });
  const io: Io = {
    out: (text) => void (texts.out += text),
    err: (text) => void (texts.err += text),
    interactive: false,
    colours: false,
    env: {},
    signal: new AbortController().signal,
    ...given,
  };
  const code = await run(["pact", ...argv, "--report", `json:${file}`], io, "1.2.3");
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as R) : undefined;
  return { ...texts, code, report: report as R };
}

function written(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const pactOf = (version: string, parts: object): object => ({
  consumer: { name: "c" },
  provider: { name: "platform" },
  metadata: { pactSpecification: { version } },
  ...parts,
});

describe.each(["careful", "careless"])("the pact of the %s consumer", (name) => {
  it("equals the output of its tests", async () => {
    const dir = mkdtempSync(join(folder, name));
    const tests = spawn(process.execPath, ["--test", join(consumers, name, "pacts.test.ts")], {
      env: { ...process.env, PACT_DIR: dir, NODE_OPTIONS: "" },
      stdio: "ignore",
    });

    expect(await once(tests, "exit")).toEqual([0, null]);
    expect(readPact(dir)).toEqual(readPact(join(consumers, name, "pacts")));
  });

  /** Pact without the versions of the tools that wrote it. */
  function readPact(dir: string): unknown {
    const { metadata: _, ...pact } = JSON.parse(readFileSync(join(dir, `${name}-platform.json`), "utf8")) as {
      metadata: unknown;
    };
    return pact;
  }
});

describe("the careful consumer", () => {
  it("agrees with the contracts and with the mock", async () => {
    const pacts = join(consumers, "careful", "pacts");
    const checked = await concord<CheckReport>(["check", pacts]);
    const verified = await concord<VerifyReport>(["verify", pacts, "--target", "mock"]);

    expect([checked.code, verified.code]).toEqual([0, 0]);
    expect(checked.report.interactions.flatMap(({ findings }) => findings)).toEqual([]);
    expect(new Set(verified.report.interactions.map(({ outcome }) => outcome))).toEqual(new Set(["passed"]));
  });

  it("detects a changed provider, and so do the contracts", async () => {
    const overlay = written(
      "overlay.yaml",
      [
        "overlay: 1.0.0",
        "info: { title: A meter without its unit, version: '1' }",
        "extends: metering",
        "actions: [{ target: $.components.schemas.MeterInput.properties.unit, remove: true }]",
      ].join("\n"),
    );
    const options = [join(consumers, "careful", "pacts"), "--overlay", overlay];
    const checked = await concord<CheckReport>(["check", ...options]);
    const verified = await concord<VerifyReport>(["verify", ...options, "--target", "mock"]);
    const failed = (descriptions: readonly { readonly description: string }[]) =>
      descriptions.map(({ description }) => description);

    expect([checked.code, verified.code]).toEqual([1, 1]);
    expect(failed(checked.report.interactions.filter(({ findings }) => findings.length > 0))).toEqual([
      "a request for the meters",
    ]);
    expect(failed(verified.report.interactions.filter(({ outcome }) => outcome === "failed"))).toEqual([
      "a request for the meters",
    ]);
  });
});

describe("the careless consumer", () => {
  it("fails exactly the interactions in the table of its faults", async () => {
    const pacts = join(consumers, "careless", "pacts");
    const checked = await concord<CheckReport>(["check", pacts]);
    const verified = await concord<VerifyReport>(["verify", pacts, "--target", "mock"]);
    const verdicts = new Map(verified.report.interactions.map(({ description, outcome }) => [description, outcome]));
    const found = checked.report.interactions.map(({ description, findings }) => [
      description,
      findings.some(({ severity }) => severity === "error") ? "failed" : "passed",
      verdicts.get(description),
    ]);

    expect([checked.code, verified.code]).toEqual([1, 1]);
    expect(found.toSorted()).toEqual(faultTable().toSorted());
  });

  function faultTable(): string[][] {
    const [, section = ""] = readFileSync(join(consumers, "README.md"), "utf8").split("| interaction |");
    return section
      .split("\n")
      .slice(2)
      .flatMap((line) =>
        line.startsWith("|")
          ? [
              line
                .split("|")
                .slice(1, 4)
                .map((cell) => cell.trim()),
            ]
          : [],
      );
  }
});

describe("concord pact verify", () => {
  it("accepts older pacts, messages of version 3, and actions beside ids", async () => {
    const schemas = { description: "schemas", request: { method: "GET", path: "/v1/entity/schemas" } };
    const pactVersion2 = pactOf("2.0.0", {
      interactions: [
        { ...schemas, providerState: "the fixtures small", response: { status: 200, body: { results: [] } } },
        {
          description: "a blueprint is published",
          providerState: "an empty organization",
          request: {
            method: "POST",
            path: "/v3/blueprint-manifest/blueprints/bp_1:publish",
            headers: { "Content-Type": "application/json" },
            body: {},
          },
          response: { status: 404 },
        },
      ],
    });
    const news = {
      description: "news",
      providerStates: [{ name: "the event contract.signed happens", params: { contract_id: "c_1" } }],
      contents: { name: "contract.signed", payload: { contract_id: "c_1" } },
    };
    const file = [written("second.json", pactVersion2), written("third.json", pactOf("3.0.0", { messages: [news] }))];
    const { code, report } = await concord<VerifyReport>(["verify", ...file, "--target", "mock"]);

    // The fixtures contain schemas, so an empty list is a wrong expectation.
    expect(report.interactions.map(({ description, outcome }) => [description, outcome])).toEqual([
      ["schemas", "failed"],
      ["a blueprint is published", "passed"],
      ["news", "passed"],
    ]);
    expect(code).toBe(1);
  });

  it("warns of pending interactions, and skips those that the platform does not support", async () => {
    const request = { method: "GET", path: "/v2/metering/meters" };
    const interactions = [
      { type: "Synchronous/HTTP", description: "later", pending: true, request, response: { status: 418 } },
      { type: "Synchronous/Messages", description: "a question", request: {}, response: [] },
    ];
    const file = written("pending.json", pactOf("4.0", { interactions }));
    const verified = await concord<VerifyReport>(["verify", file, "--target", "mock"]);
    const checked = await concord<CheckReport>(["check", file]);

    expect(verified.report.interactions.map(({ outcome }) => outcome)).toEqual(["pending", "skipped"]);
    expect([verified.code, checked.code]).toEqual([0, 1]);
    expect(verified.out).toContain("Pending, and it fails: expected 418 but was 200");
    expect(checked.report.interactions[1]?.skipped).toContain("Synchronous/Messages");
  });

  it.each([
    ["the fixtures smal", 'there is no fixtures "smal"; the nearest is "small"'],
    [
      "an item of /v2/metering/meter exists",
      'there is no collection "/v2/metering/meter"; the nearest is "/v2/metering/meters"',
    ],
    [
      "metering/createMetre was called",
      'there is no operation "metering/createMetre"; the nearest is "metering/createMeter"',
    ],
    ["the limit of request is reached", 'the nearest is "the limit of requests is reached"'],
    ["the fault statis", 'there is no fault "statis"; the nearest is "status"'],
  ])(
    "fails the interaction with the unknown state %s, verifies the others, and check warns of it",
    async (state, reason) => {
      const request = { method: "GET", path: "/v2/metering/meters" };
      const interactions = [
        { description: "a", providerState: state, request, response: { status: 200 } },
        { description: "b", request, response: { status: 200 } },
      ];
      const file = written("unknown.json", pactOf("2.0.0", { interactions }));
      const verified = await concord<VerifyReport>(["verify", file, "--target", "mock"]);
      const checked = await concord<CheckReport>(["check", file]);
      const findings = checked.report.interactions.flatMap((each) => each.findings);
      const unknown = findings.find(({ code }) => code === "states.unknown");

      expect(verified.code).toBe(1);
      expect(verified.report.interactions.map(({ outcome }) => outcome)).toEqual(["failed", "passed"]);
      expect(verified.report.interactions[0]?.reason).toContain(`There is no state "${state}": `);
      expect(verified.report.interactions[0]?.reason).toContain(reason);
      expect([checked.code, unknown?.severity, unknown?.pact]).toEqual([0, "warning", "/interactions/0/providerState"]);
    },
  );

  it("exits with 2 if all interactions were skipped, or there are none", async () => {
    const interaction = { type: "Synchronous/Messages", description: "a question", request: {}, response: [] };
    const skipped = written("skipped.json", pactOf("4.0", { interactions: [interaction] }));
    const empty = written("nothing.json", pactOf("4.0", { interactions: [] }));
    for (const argv of [["check"], ["verify", "--target", "mock"]]) {
      const all = await concord([...argv, skipped]);
      const none = await concord([...argv, empty]);

      expect([all.code, none.code]).toEqual([2, 2]);
      expect(all.out).toContain("no failures, 1 skipped in 1 interaction");
      expect(all.err).toContain("Every interaction was skipped");
      expect(none.err).toContain("error nothing-to-try: ");
    }
  });

  it("only reads from a live deployment, skips states that it cannot cause, and prints no token", async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer(({ url, headers }, response) => {
      if (url === "/v1/entity/schemas") seen.push(headers.authorization);
      const isKnown = url === "/v1/entity/schemas";
      response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(isKnown ? { results: headers.authorization } : {}));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const get = { method: "GET", path: "/v1/entity/schemas" };
    const file = written(
      "live.json",
      pactOf("2.0.0", {
        interactions: [
          { description: "read", request: get, response: { status: 200, body: { results: [] } } },
          { description: "too many", request: get, response: { status: 429 } },
          { description: "with a state", providerState: "the fixtures small", request: get, response: { status: 200 } },
          { description: "write", request: { method: "POST", path: "/v2/metering/meters" }, response: { status: 201 } },
          { description: "unknown", request: { method: "GET", path: "/v2/nothing" }, response: { status: 200 } },
          { description: "of others", providerState: "a cat", request: get, response: { status: 200 } },
        ],
      }),
    );
    const { code, out, err, report } = await concord<VerifyReport>(["verify", file, "--target", target, "--verbose"], {
      env: { CONCORD_TOKEN: "a-secret-of-mine" },
    });
    server.close();

    expect(seen).toEqual(["Bearer a-secret-of-mine"]);
    expect(report.interactions.map(({ description, outcome }) => [description, outcome])).toEqual([
      ["read", "failed"],
      ["too many", "skipped"],
      ["with a state", "skipped"],
      ["write", "skipped"],
      ["unknown", "failed"],
      ["of others", "skipped"],
    ]);
    expect(report.interactions.map(({ answer }) => answer?.slice(0, 3))).toEqual([
      "200",
      undefined,
      undefined,
      undefined,
      "404",
      undefined,
    ]);
    expect(code).toBe(1);
    expect(err).toContain("/v1/entity/schemas");
    expect(out + err + JSON.stringify(report)).not.toContain("a-secret-of-mine");
  });

  it("stops on a signal, and leaves no process behind", async () => {
    const ended = new AbortController();
    const pacts = join(consumers, "careful", "pacts");
    const { code, report } = await concord<VerifyReport>(["verify", pacts, "--target", "mock"], {
      interactive: true,
      err: () => ended.abort(),
      signal: ended.signal,
    });

    expect(code).toBe(2);
    expect(report.interrupted).toBe(true);
    expect(report.interactions.every(({ outcome }) => outcome === "skipped")).toBe(true);
    expect(process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap")).toEqual([]);
  });
});

describe("concord pact", () => {
  it("reports in each form", async () => {
    const file = join(folder, "judgement.html");
    const xml = join(folder, "judgement.xml");
    const pacts = join(consumers, "careless", "pacts");
    await concord<Judgement>(["check", pacts, "--report", `html:${file}`, "--report", `junit:${xml}`]);

    expect(readFileSync(file, "utf8")).toContain("promises no property");
    expect(readFileSync(xml, "utf8").match(/<failure/g)).toHaveLength(6);
  });

  it("explains invalid arguments", async () => {
    expect((await concord(["verify", "x.json"])).err).toContain("--target is missing");
    expect((await concord(["check", "x.json"])).err).toContain("unreadable-pact");
    expect((await concord(["prove"])).err).toContain('the subcommand must be one of check, verify, not "prove"');
  });
});
