import type { Body, Contract, Operation, Response, Schema, Webhook } from "../contracts/index.ts";
import {
  type Both,
  type Pair,
  pairHeaders,
  pairMedia,
  pairOperations,
  pairResponses,
  pairWebhooks,
  parameterKey,
} from "./match.ts";
import { parameterStep, requestNode } from "./nodes.ts";
import { type Finding, createJudge } from "./judge.ts";
import { type Spot, rootSpot } from "./reach.ts";
import type { AnyRule, Polarity } from "./rule.ts";
import { createSchemaWalk } from "./schema-walk.ts";
import { propertyStep } from "./wording.ts";

/** Walks two contracts, or one that only one side has, and gathers what the rules say of every pair. */
export function walk({ base, revision }: Pair<Contract>, rules: readonly AnyRule[]): Finding[] {
  const findings: Finding[] = [];
  const judge = createJudge(rules, findings);
  const operations = pairOperations(base?.operations ?? [], revision?.operations ?? []);
  compareApis();
  if (base && revision) compareParts(base, revision);
  return findings;

  function compareApis(): void {
    const nodes = { base: new Map<string, Operation>(), revision: new Map<string, Operation>() };
    operations.forEach((pair, index) => {
      if (pair.base) nodes.base.set(String(index), pair.base);
      if (pair.revision) nodes.revision.set(String(index), pair.revision);
    });
    const sides = { base: { operations: nodes.base }, revision: { operations: nodes.revision } };
    judge("api", sides, { spot: { ways: [] }, basis: "stated" });
  }

  function compareParts(ours: Contract, theirs: Contract): void {
    const schemas = createSchemaWalk(ours, theirs, judge);
    for (const pair of operations) {
      if (pair.base && pair.revision) compareOperations(pair as Both<Operation>);
    }
    for (const pair of pairWebhooks(ours.webhooks, theirs.webhooks)) compareWebhooks(pair);
    schemas.finish();

    function compareOperations(pair: Both<Operation>): void {
      const spot = rootSpot({ name: pair.base.name, isWebhook: false });
      const nodes = { base: requestNode(pair.base), revision: requestNode(pair.revision) };
      judge("request", nodes, { spot, basis: pair.base.basis, polarity: "in" });
      compareParameters(pair, pair.base.path, pair.revision.path, spot, "in");
      compareBodies(pair, spot, "in");
      compareResponses(pair, spot, "out");
    }

    /** What the provider sends is a webhook's request, and what it takes is the answer. */
    function compareWebhooks(pair: Both<Webhook>): void {
      const spot = rootSpot({ name: `${pair.base.method} ${pair.base.name}`, isWebhook: true });
      compareParameters(pair, "", "", spot, "out");
      compareBodies(pair, spot, "out");
      compareResponses(pair, spot, "in");
    }

    function compareParameters(
      pair: Both<Operation | Webhook>,
      basePath: string,
      revisionPath: string,
      spot: Spot,
      polarity: Polarity,
    ): void {
      const byKey = new Map(pair.revision.parameters.map((one) => [parameterKey(one, revisionPath), one]));
      for (const parameter of pair.base.parameters) {
        const other = byKey.get(parameterKey(parameter, basePath));
        if (other) compareSchemas({ base: parameter, revision: other }, spot, parameterStep(parameter), polarity);
      }
    }

    function compareBodies(pair: Both<Operation | Webhook>, spot: Spot, polarity: Polarity): void {
      if (pair.base.body && pair.revision.body) compareContent(pair.base.body, pair.revision.body, spot, polarity);
    }

    function compareResponses(pair: Both<Operation | Webhook>, spot: Spot, polarity: Polarity): void {
      for (const responses of pairResponses(pair.base.responses, pair.revision.responses)) {
        compareContent(responses.base, responses.revision, spot, polarity);
        for (const headers of pairHeaders(responses.base.headers, responses.revision.headers)) {
          compareSchemas(headers, spot, `header${propertyStep(headers.base.name)}`, polarity);
        }
      }
    }

    function compareContent(one: Body | Response, other: Body | Response, spot: Spot, polarity: Polarity): void {
      for (const pair of pairMedia(one.content, other.content)) compareSchemas(pair, spot, "body", polarity);
    }

    function compareSchemas(
      { base: one, revision: other }: Both<{ readonly schema?: Schema }>,
      spot: Spot,
      step: string,
      polarity: Polarity,
    ): void {
      if (one.schema && other.schema) schemas.compare(one.schema, other.schema, { from: spot, step }, polarity);
    }
  }
}
