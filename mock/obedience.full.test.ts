import { readdirSync } from "node:fs";
import { basename } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractsToTry } from "../test/support/contracts/platform.ts";
import { fixture, ownContracts, platformServing } from "../test/support/mock/ask.ts";
import { type Step, stepsOf } from "../test/support/mock/exchanges.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  type Role,
  createRouter,
  decodeSegment,
  extractItemId,
  isObject,
  findResponse,
  rolesOf,
  withLikelyBodies,
} from "../contracts/index.ts";
import { type MockRequest, type MockResponse, type Platform } from "./index.ts";
import { parseJsonBody } from "./model/parse-json-body.ts";
import { responseProblems } from "./engine/self-check.ts";

// The law of the mock: whatever is sent, valid or not, is answered as the contract says.

const folder = new URL("../fixtures/mock/", import.meta.url);
const fixtures = readdirSync(folder)
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => basename(name, ".yaml"));
const contracts = [...(await contractsToTry()), ...(await Promise.all(fixtures.map(fixture)))]
  .filter(({ operations }) => operations.length > 0)
  .map(withLikelyBodies);

/** Of a large API, more requests are needed until each operation had one that is granted. */
const runsFor = ({ operations }: Contract): number => Math.max(60, 4 * operations.length);

/** So often as many more are tried, until each operation had one. */
const ROUNDS = 12;

/** What succeeds only in a state that chance hardly brings about; the tests of its behaviour do. */
const staged: ReadonlySet<string> = new Set([
  "integration-toolkit/validateErpImport",
  "integration-toolkit/getErpImportValidation",
  "integration-toolkit/runErpImport",
  "workflow-execution/runTaskAutomation",
  "workflow-execution/runScheduledTaskNow",
]);

describe.each(contracts.map((contract) => [contract.api, contract] as const))("the mock of %s", (_, contract) => {
  const operations = contract.operations.map((operation) => ({ operation, ...stepsOf(contract, operation) }));

  it("answers generated requests as the contract says, the same each time", async () => {
    const step = fc.oneof(
      ...operations.flatMap(({ valid, invalid }) => [
        { weight: 3, arbitrary: valid },
        ...(invalid.length > 0 ? [{ weight: 1, arbitrary: fc.oneof(...invalid) }] : []),
      ]),
    );
    const succeeded = new Set<string>();
    const sequence = fc.array(fc.tuple(step, fc.nat(3)), { minLength: 1, maxLength: 30, size: "max" });
    const law = fc.asyncProperty(sequence, async (steps) => {
      const [one, other] = [platform(contract), platform(contract)];
      const known = createKnown(contract);
      for (const [sent, choice] of steps) {
        const request = sent.request(known.chosen(sent.operation, choice));
        const response = await one.handle(request);
        expect(faultsOf(contract, sent, response)).toEqual([]);
        expect(await other.handle(request)).toEqual(response);
        known.learn(request, response);
        if (response.status < 400) succeeded.add(sent.operation.name);
      }
    });
    const untried = (): Operation[] =>
      contract.operations.filter(({ api, id, name }) => !succeeded.has(name) && !staged.has(`${api}/${id}`));
    const seed = Number(fc.readConfigureGlobal().seed);
    for (let round = 0; round < ROUNDS && (round === 0 || untried().length > 0); round++) {
      await fc.assert(law, { numRuns: runsFor(contract), seed: seed + round });
    }

    expect(untried().map(({ name }) => name)).toEqual([]);
  });

  it("refuses each single fault that a request may have", async () => {
    const mock = platform(contract);
    for (const { invalid } of operations) {
      for (const arbitrary of invalid) {
        for (const sent of fc.sample(arbitrary, 3)) {
          const response = await mock.handle(sent.request({}));
          expect(faultsOf(contract, sent, response)).toEqual([]);
          expect(response.status, `${sent.operation.name}: ${sent.fault}`).toBeGreaterThanOrEqual(400);
        }
      }
    }
  });

  it("refuses none that breaks assumed constraints only, and never fails, if it is not strict", async () => {
    const mock = platform(contract, false);

    for (const { operation, valid, invalid } of operations) {
      for (const sent of [...fc.sample(valid, 3), ...invalid.flatMap((arbitrary) => fc.sample(arbitrary, 3))]) {
        const response = await mock.handle(sent.request({}));
        const what = `${operation.name}: ${sent.fault} ${Buffer.from(response.body).toString().slice(0, 300)}`;
        expect(response.status, what).toBeLessThan(500);
        const isNoted = response.headers["concord-assumed-violations"] !== undefined;

        if (isNoted) expect([400, 415, 422], what).not.toContain(response.status);
      }
    }
  });
});

it("excepts only operations that exist", async () => {
  const known = (await ownContracts()).flatMap(({ operations }) => operations.map(({ api, id }) => `${api}/${id}`));
  expect([...staged].filter((name) => !known.includes(name))).toEqual([]);
});

describe("the law", async () => {
  const contract = await fixture("wrapped-nullable");
  const operation = contract.operations.find(({ id }) => id === "createPet") as Operation;
  const pet = { pet: { id: 1, name: "Rex", owner: null } };
  const good: MockResponse = {
    status: 201,
    headers: { "content-type": "application/json", "concord-basis": "stated", location: "/pets/1" },
    body: Buffer.from(JSON.stringify(pet)),
  };
  const withBody = (value: Json): MockResponse => ({ ...good, body: Buffer.from(JSON.stringify(value)) });
  const withHeader = (name: string, value: string): MockResponse => ({
    ...good,
    headers: { ...good.headers, [name]: value },
  });
  const sent = (fault?: string): Step => ({
    operation,
    ...(fault && { fault }),
    request: () => ({ method: "", url: "", headers: {} }),
  });

  it("finds nothing in what is right", () => {
    expect(faultsOf(contract, sent(), good)).toEqual([]);
  });

  it.each<[string, Step, MockResponse]>([
    ["a wrong type", sent(), withBody({ pet: { ...pet.pet, id: "1" } })],
    ["a missing property", sent(), withBody({ pet: { id: 1 } })],
    ["a body that is no JSON", sent(), { ...good, body: Buffer.from("{") }],
    ["a missing body", sent(), { ...good, body: Buffer.from("") }],
    ["an undocumented status", sent(), { ...good, status: 202 }],
    ["a failure", sent(), { ...good, status: 500 }],
    [
      "a refusal of what is valid",
      sent(),
      { ...good, status: 422, body: Buffer.from('{"error":{"code":1,"message":""}}') },
    ],
    ["a success with what is not", sent("body /pet required"), good],
    ["a media type that is not documented", sent(), withHeader("content-type", "text/plain")],
    ["a header in another form", sent(), withHeader("location", "not a reference")],
    ["a refusal in another form", sent("body /pet required"), { ...good, status: 422, body: Buffer.from("{}") }],
    ["an undocumented refusal that is no problem", sent("body /pet required"), { ...good, status: 400 }],
  ])("catches %s", (_, planted, response) => {
    expect(faultsOf(contract, planted, response)).not.toEqual([]);
  });
});

it("catches a response without a basis where the document has markers", async () => {
  const contract = (await ownContracts()).find(({ api }) => api === "webhooks") as Contract;
  const operation = contract.operations.find(({ id }) => id === "createWebhook") as Operation;
  const response: MockResponse = { status: 500, headers: {}, body: Buffer.from("") };

  expect(responseProblems(contract, operation, response).join()).toContain("It has no basis");
});

/** What a provider may refuse without saying so. */
const implied = [400, 401, 404, 405, 415];

function platform(contract: Contract, strictAssumed = true): Platform {
  const rateLimit = { burst: 2, perSecond: 1 };
  return platformServing([contract], { rateLimit, strictAssumed });
}

/** What is wrong with a response, as the contract sees it. */
function faultsOf(contract: Contract, { operation, fault }: Step, response: MockResponse): string[] {
  const { status } = response;
  const isKnown = status < 400 || findResponse(operation, status) !== undefined || implied.includes(status);
  const isRefused = [400, 415, 422].includes(status) && !isConflict(response);
  return [
    ...responseProblems(contract, operation, response),
    ...(isKnown && status < 500 ? [] : [`${operation.name}: Status ${status} is not documented`]),
    // What comes too often is refused before it is read.
    ...(isRefused === (fault !== undefined) || status === 429
      ? []
      : [`${operation.name}: A request with ${fault ?? "no fault"} is answered with ${status}`]),
  ];
}

/** A key that is taken, or that no path can carry, is refused with 400 where no status for a conflict is documented. */
function isConflict({ body }: MockResponse): boolean {
  const value = parseJsonBody(body);
  return isObject(value) && /^(There already is|No path can name) /.test(String(value["detail"]));
}

/** The path parameters of what is there: told from paths that were answered with success, from locations, and from ids in items and lists. */
function createKnown(contract: Contract) {
  const router = createRouter(contract.operations);
  const roles = rolesOf(contract);
  const found = new Map<string, Parameters[]>();
  return {
    /** A set of parameters for an operation: of its longest prefix of which something is known. */
    chosen({ path }: Operation, choice: number): Parameters {
      const known = prefixes(path).flatMap((prefix) => found.get(prefix) ?? []);
      // One time in four, nothing is known.
      return choice === 0 || known.length === 0 ? {} : (known.at(-1 - ((choice - 1) % known.length)) as Parameters);
    },
    learn({ method, url }: MockRequest, { status, headers, body }: MockResponse): void {
      const own = status < 300 ? matched(method, url.split("?", 1)[0] as string) : undefined;
      if (!own) return;
      remember(own.operation.path, own.parameters);
      const { collection, idParameter, wrapper, part } = roles.get(own.operation) as Role;
      // Ids in a part of an item are not the item's.
      if (part !== undefined) return;
      const idProperty =
        [...roles.values()].find((role) => role.collection === collection && role.idProperty)?.idProperty ?? "";
      const value = parseJsonBody(body);
      const item = wrapper !== undefined && isObject(value) ? value[wrapper] : value;
      for (const each of itemsIn(item, idProperty)) {
        const id = extractItemId(each, { idProperty });
        if (idParameter !== undefined && (typeof id === "string" || typeof id === "number"))
          remember(`${collection}/{${idParameter}}`, { ...own.parameters, [idParameter]: String(id) });
      }
      const located = matched("GET", headers["location"] ?? "");
      if (located) remember(located.operation.path, located.parameters);
    },
  };

  function matched(method: string, path: string): { operation: Operation; parameters: Parameters } | undefined {
    const match = router.match(method, path);
    if (!match || !("operation" in match)) return undefined;
    const entries = Object.entries(match.parameters).map(([name, text]) => [name, decodeSegment(text) as string]);
    return { operation: match.operation, parameters: Object.fromEntries(entries) };
  }

  function remember(path: string, parameters: Parameters): void {
    for (const prefix of prefixes(path)) {
      const named = Object.entries(parameters).filter(([name, text]) => prefix.includes(`{${name}}`) && text !== "");
      found.set(prefix, [...(found.get(prefix) ?? []), Object.fromEntries(named)]);
    }
  }
}

/** The items that a body shows: itself if it has an id, else those of its list. */
function itemsIn(body: Json | undefined, idProperty: string): JsonObject[] {
  if (isObject(body) && extractItemId(body, { idProperty }) !== undefined) return [body];
  const list = isObject(body) ? Object.values(body).find((member) => Array.isArray(member)) : body;
  return Array.isArray(list) ? list.filter((item) => isObject(item)) : [];
}

type Parameters = Readonly<Record<string, string>>;

/** "/a/{b}/c/{d}.json" has two prefixes that name something: "/a/{b}" and "/a/{b}/c/{d}". */
function prefixes(path: string): string[] {
  return [...path.matchAll(/\}/g)].map(({ index }) => path.slice(0, index + 1));
}
