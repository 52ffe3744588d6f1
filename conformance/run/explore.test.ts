import type { WireRequest } from "../model/exchange.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Contract, type Operation, loadContract } from "../../contracts/index.ts";
import { Unsatisfiable } from "../../contracts/generate/index.ts";
import { explore } from "./explore.ts";
import type { PropertyRequests, Property } from "../scope/property.ts";
import type { Scope } from "../scope/scope.ts";
import type { Finding } from "../checks/finding.ts";
import { Unfinished } from "../target/unfinished.ts";

const contract: Contract = await loadContract("fixtures/conformance/notes.yaml");
const operation = contract.operations[0] as Operation;
let requested = 0;
const scope = { contract, operation, target: { requests: () => requested } } as unknown as Scope;
const numbers: PropertyRequests = { label: "", requests: fc.nat(1000).map(requestWith), runs: 100 };

describe("explore()", () => {
  it("reports no finding if the claim holds", async () => {
    expect(
      await explore(
        claim(() => undefined),
        numbers,
        scope,
        { seed: 1 },
      ),
    ).toEqual({ found: [] });
  });

  it("shrinks a finding to the smallest request", async () => {
    const { found } = await explore(
      claim((number) => (number > 99 ? "large" : undefined)),
      numbers,
      scope,
      { seed: 1 },
    );

    expect(found.map(({ finding }) => [finding.key, finding.exchange.request.path])).toEqual([["large", "/100"]]);
  });

  it("ends random requests that exercise nothing new", async () => {
    const sentUntil = async (aspects: (sent: number) => number): Promise<number> => {
      let sent = 0;
      const counting = claim(() => void sent++);
      await explore(counting, numbers, scope, { seed: 1, aspects: () => aspects(sent) });
      return sent;
    };

    expect(await sentUntil((sent) => Math.min(sent, 10))).toBe(13);
    expect(await sentUntil((sent) => sent)).toBeGreaterThan(80);
  });

  it("begins no further attempt to shrink after many requests", async () => {
    const pathAt = async (cost: number): Promise<string | undefined> => {
      const costly = claim((number) => {
        requested += cost;
        return number > 99 ? "large" : undefined;
      });
      return (await explore(costly, numbers, scope, { seed: 1 })).found[0]?.finding.exchange.request.path;
    };

    expect(await pathAt(1)).toBe("/100");
    expect(await pathAt(200)).not.toBe("/100");
  });

  it("finds several findings, and shrinks each separately", async () => {
    const { found } = await explore(
      claim((number) => (number > 500 ? "huge" : number > 100 ? "large" : undefined)),
      numbers,
      scope,
      { seed: 1 },
    );

    expect(new Map(found.map(({ finding }) => [finding.key, finding.exchange.request.path]))).toEqual(
      new Map([
        ["huge", "/501"],
        ["large", "/101"],
      ]),
    );
  });

  it("replays a counterexample by its path with one request", async () => {
    let sent = 0;
    const property = claim((number) => (sent++, number > 99 ? "large" : undefined));
    const { found } = await explore(property, numbers, scope, { seed: 1 });
    sent = 0;
    const again = await explore(property, numbers, scope, { seed: 1, path: found[0]?.path as string });

    expect(again.found.map(({ finding }) => finding.exchange.request.path)).toEqual(["/100"]);
    expect(sent).toBeLessThan(12);
  });

  it("returns the reason if it could test nothing", async () => {
    const requests = fc.constant(0).map((): WireRequest => {
      throw new Unsatisfiable("nothing fits");
    });

    expect(
      await explore(
        claim(() => undefined),
        { ...numbers, requests },
        scope,
        { seed: 1 },
      ),
    ).toEqual({ found: [], skipped: "nothing fits" });
  });

  it("reports a request without a response as a finding", async () => {
    const property = claim(() => {
      throw new Error("socket hang up");
    });

    expect((await explore(property, numbers, scope, { seed: 1 })).found[0]?.finding).toMatchObject({
      check: "no-answer",
      message: "The request was not answered: socket hang up",
    });
  });

  it("shows the received part of an incomplete response", async () => {
    const response = { status: 200, headers: { "content-type": "application/json" }, body: '{"a":' };
    const property = claim(() => {
      throw new Unfinished(response, new Error("other side closed"));
    });

    expect((await explore(property, numbers, scope, { seed: 1 })).found[0]?.finding).toMatchObject({
      check: "no-answer",
      message: "The body of status 200 ended early: other side closed",
      exchange: { response },
    });
  });

  it("stops when the run is ended", async () => {
    const ended = AbortSignal.abort();

    expect(
      await explore(
        claim(() => "always"),
        numbers,
        scope,
        { seed: 1, signal: ended },
      ),
    ).toEqual({ found: [] });
  });
});

/** A property of numbers. `holds` returns the findings of a number. */
function claim(wrong: (number: number) => string | undefined): Property {
  return {
    id: "claim",
    claim: "All is well",
    phase: "properties",
    writes: false,
    given: () => [],
    holds: async (request) => {
      const key = wrong(Number(request.path.slice(1)));
      return key === undefined ? [] : [findingOf(key, request)];
    },
  };
}

function findingOf(key: string, request: WireRequest): Finding {
  return {
    check: "claim",
    key,
    message: key,
    basis: "stated",
    exchange: { request, response: { status: 200, headers: {}, body: "" } },
  };
}

function requestWith(number: number): WireRequest {
  return { method: "GET", path: `/${number}`, headers: {} };
}
