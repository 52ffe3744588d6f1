import { describe, expect, it } from "vitest";
import { type CleanServer, serveClean } from "../test/support/conformance/clean-servers.ts";
import { cleanServers } from "../test/support/conformance/clean-rules.ts";
import { createScratch } from "../test/support/contracts/scratch.ts";
import { conform } from "./conform.ts";

const scratch = createScratch();

type Handlers = ReturnType<CleanServer["create"]>;

/** Findings of a run, and the operations of which no valid request succeeded. */
async function resultOf({ paths, schemes, create }: CleanServer, seed: number, plant = (right: Handlers) => right) {
  const components = schemes === undefined ? {} : { components: { securitySchemes: schemes } };
  const contract = await scratch.load({ paths, ...components });
  await using running = await serveClean(contract, plant(create()));
  const { failures, outcomes = [] } = await conform({
    contracts: [contract],
    target: running.url,
    token: "org_acme",
    mode: "sandbox",
    seed,
  });
  return {
    findings: failures.map(({ operation, check, message }) => `${operation} ${check}: ${message}`),
    unsuccessful: outcomes.flatMap(({ operation, succeeded }) => (succeeded ? [] : [operation])),
  };
}

function named(name: string): CleanServer {
  return cleanServers.find((each) => each.name === name) as CleanServer;
}

/** Operations that no client can use here: a login without an account, a plan that is used up. */
const refusing = /login|transfers|bookings/;

describe("a server that keeps its contract", () => {
  it.each(cleanServers)("has no finding: $name", async (server) => {
    for (const seed of [1, 2]) {
      const { findings, unsuccessful } = await resultOf(server, seed);

      expect(findings).toEqual([]);
      expect(unsuccessful.filter((operation) => !refusing.test(operation))).toEqual([]);
    }
  });

  it("has one if it accepts outdated versions", async () => {
    const { findings } = await resultOf(named("If-Match"), 1, (right) => ({
      ...right,
      replace: (call) => right["replace"]!({ ...call, headers: { ...call.headers, "if-match": "*" } }),
    }));

    expect(findings).toContainEqual(expect.stringMatching(/^PUT .* stale-refused: .*If-Match.* accepted with 200/));
  });

  it("has one if it refuses a valid value that no other item has", async () => {
    const { findings } = await resultOf(named("unique values refused with 400"), 1, (right) => ({
      ...right,
      changeUser: (call) =>
        call.body["plan"] === "paid" ? { status: 400, body: { error: "plan" } } : right["changeUser"]!(call),
    }));

    expect(findings).toContainEqual(expect.stringMatching(/^PATCH .* boundaries-accepted: .*plan/));
  });

  it("has one if it refuses the credentials themselves", async () => {
    const { findings } = await resultOf(named("login and 403 for content"), 1, (right) => ({
      ...right,
      transfer: () => ({ status: 403, body: { message: "You lack the permission" } }),
    }));

    expect(findings).toContainEqual(expect.stringMatching(/^POST \/transfers credentials-accepted/));
  });

  it("has one if it creates unique items twice", async () => {
    const { findings } = await resultOf(
      {
        ...named("a bill that exists"),
        paths: JSON.parse(
          JSON.stringify(named("a bill that exists").paths).replace(
            "The member has already been billed this month",
            "The room is already booked",
          ),
        ) as CleanServer["paths"],
      },
      1,
    );

    expect(findings).toContainEqual(expect.stringMatching(/^POST \/bookings conflict: The same request was accepted/));
  });
});
