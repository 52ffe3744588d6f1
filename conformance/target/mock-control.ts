import { randomUUID } from "node:crypto";
import { type Json, type JsonObject, ToolError, isObject } from "../../contracts/index.ts";
import { type WireRequest, jsonIn } from "../model/exchange.ts";
import type { Target } from "./target.ts";

/** Organization of one interaction. */
export interface PactWorld {
  readonly name: string;
  readonly token: string;
}

/** Parts of a mock's control API (contracts/control/openapi.yaml) that provider states need. */
export interface Control {
  createWorld(): Promise<PactWorld>;
  /** Request about an organization: "PUT", "/faults". */
  ask(world: PactWorld, method: string, path: string, body?: Json): Promise<Json | undefined>;
  end(world: PactWorld): Promise<void>;
  /** Removes the base organization. */
  close(): Promise<void>;
}

/** Client of a mock's control API. A refusal is thrown as an `Error` with the mock's reason. */
export function createControl(target: Target, token: string | undefined): Control {
  // Worlds are forked from an empty organization with an unknown name.
  const nobody = `pact-${randomUUID()}`;
  return {
    async createWorld() {
      const world = await sendControl("POST", "/_concord/worlds", { from: nobody });
      return world as unknown as PactWorld;
    },
    ask: (world, method, path, body) => sendControl(method, `/_concord/organizations/${world.name}${path}`, body),
    end: (world) => endOrganization(world.name),
    close: () => endOrganization(nobody),
  };

  async function endOrganization(name: string): Promise<void> {
    await sendControl("DELETE", `/_concord/organizations/${name}`);
  }

  async function sendControl(method: string, path: string, body?: Json): Promise<Json | undefined> {
    const request: WireRequest = {
      method,
      path,
      headers: {
        "concord-control": "1",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const response = await target.send(request);
    if (response.status < 300) return jsonIn(response);
    if (response.status === 403)
      throw new ToolError("invalid-target", `Cannot control the mock at "${target.url}": it wants its control token`, {
        hint: "Set the variable CONCORD_CONTROL_TOKEN",
      });
    throw new Error(describeProblem(jsonIn(response)) ?? `the mock answered ${response.status}`);
  }
}

function describeProblem(problem: Json | undefined): string | undefined {
  if (!isObject(problem)) return undefined;
  const { detail, violations } = problem;
  const violationTexts = Array.isArray(violations) ? violations.map((each) => violationText(each as JsonObject)) : [];
  return [...(typeof detail === "string" ? [detail] : []), ...violationTexts].join("; ");
}

function violationText({ pointer, expected, got }: JsonObject): string {
  return `at "${String(pointer)}" expected ${String(expected)}, got ${String(got)}`;
}
