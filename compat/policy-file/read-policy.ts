import { type Json, type JsonObject, ToolError, isObject, plainLine, readPlain } from "../../contracts/index.ts";
import type { Verdict } from "../model/change.ts";
import { type QuestionId, questions } from "../verdicts/questions.ts";
import type { Policy } from "./policy.ts";
import { policyShape } from "./policy-keys.ts";
import type { ShapeFault } from "./shape.ts";

const refusal = {
  code: "unreadable-policy",
  hint: "A policy is a map of keys such as extends, rules and notice, or of questions to verdicts; the reference of policy files lists all of them, and concord compat policy the questions",
};

/**
 * Reads a policy from a YAML or JSON file.
 * @throws ToolError "unreadable-policy" for an unknown key, rule or value, with its line and the nearest name.
 */
export async function readPolicy(file: string): Promise<Policy> {
  const value = await readPlain(file, refusal);
  const fault = faultOfPolicy(value);
  if (fault) {
    throw new ToolError("unreadable-policy", `Cannot read "${file}": ${fault.reason}`, {
      at: { file, line: plainLine(file, fault.tokens) },
      hint: refusal.hint,
    });
  }
  return policyFrom(value);
}

/**
 * The policy under a key of a configuration.
 * @throws ToolError "invalid-config" for an unknown key, rule or value, with the nearest name.
 */
export function configuredPolicy(value: unknown, file: string): Policy {
  const fault = faultOfPolicy(value as Json);
  if (fault) {
    const reason = fault.tokens.length === 0 ? `compat: ${fault.reason}` : fault.reason;
    throw new ToolError("invalid-config", `Cannot use the configuration "${file}": ${reason}`, {
      at: { file, pointer: `/compat${fault.tokens.map((token) => `/${token}`).join("")}` },
      hint: refusal.hint,
    });
  }
  return policyFrom(value as Json);
}

/** Fault of a policy; undefined if it is valid. An empty file is a policy without changes. */
export function faultOfPolicy(value: Json): ShapeFault | undefined {
  if (value === null) return undefined;
  return policyShape.faultOf(value, []);
}

/** A valid policy, with the questions at its top among its answers. */
function policyFrom(value: Json): Policy {
  if (!isObject(value)) return {};
  const isQuestion = ([name]: readonly [string, Json]): boolean => Object.hasOwn(questions, name);
  const entries = Object.entries(value);
  const short = entries.filter(isQuestion);
  const rest = Object.fromEntries(entries.filter((entry) => !isQuestion(entry))) as Policy & JsonObject;
  if (short.length === 0) return rest;
  const answers = Object.fromEntries(short) as Readonly<Partial<Record<QuestionId, Verdict>>>;
  return { ...rest, answers: { ...answers, ...rest.answers } };
}

/** True if a policy only answers questions. */
export function hasOnlyAnswers(policy: Policy): boolean {
  return Object.keys(policy).every((key) => key === "answers");
}
