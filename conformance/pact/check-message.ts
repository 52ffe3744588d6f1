import { type Contract, type Webhook, isJson } from "../../contracts/index.ts";
import { bodyFindings, unpromised } from "./body-findings.ts";
import { compare, sealed } from "./comparator.ts";
import { placeOfNode } from "./contract-place.ts";
import { expectedContract } from "./expected-contract.ts";
import type { Finding } from "./finding.ts";
import type { MessageInteraction } from "./interaction.ts";

/** What a message came to: the webhook that it was held against is the one that it goes with best. */
interface Told {
  readonly contract: Contract;
  readonly webhook: Webhook;
  readonly findings: readonly Finding[];
}

/** Holds a message that a consumer expects against what the contracts say that webhooks are sent. */
export async function checkMessage(
  contracts: readonly Contract[],
  interaction: MessageInteraction,
): Promise<Told | undefined> {
  const told = await Promise.all(
    contracts.flatMap((contract) =>
      contract.webhooks.map(async (webhook) => ({
        contract,
        webhook,
        findings: await findingsOf(contract, webhook, interaction),
      })),
    ),
  );
  return told.toSorted((one, other) => one.findings.length - other.findings.length)[0];
}

async function findingsOf(
  contract: Contract,
  webhook: Webhook,
  { content, metadata, pointer, raw }: MessageInteraction,
): Promise<Finding[]> {
  const media = webhook.body?.content.find(({ mediaType }) => isJson(mediaType));
  const { contenttype, "content-type": type = contenttype, ...headers } = metadata;
  const remarks = await compare({
    method: "GET",
    request: { headers: {}, required: false, content: {}, security: [] },
    response: {
      status: 200,
      headers,
      ...(content !== undefined && { body: content }),
      documented: {
        headers: Object.fromEntries(
          webhook.parameters
            .filter((parameter) => parameter.in === "header")
            .map(({ name, schema }) => [name.toLowerCase(), { schema: sealed(contract, schema) }]),
        ),
        content: media?.schema
          ? { "application/json": { schema: sealed(expectedContract(contract), media.schema) } }
          : {},
      },
    },
  });
  const at = `${pointer}/contents${"type" in raw ? "/content" : ""}`;
  const isOfBody = ({ location }: (typeof remarks)[number]): boolean => location.startsWith("body");
  const isJsonType = type === undefined || isJson(type.split(";", 1)[0]?.trim() ?? "");
  return [
    ...(isJsonType
      ? []
      : [
          {
            code: "message.content-type",
            severity: "error" as const,
            side: "message" as const,
            message: `Webhooks are sent ${media?.mediaType ?? "no body"}, not ${type}`,
            remedy: `Expect ${media?.mediaType ?? "no body"}`,
            pact: `${pointer}/metadata`,
            contract: placeOfNode(webhook),
          },
        ]),
    ...remarks
      .filter((remark) => !isOfBody(remark))
      .map(({ location, severity }): Finding => {
        const name = location.replace(/^headers\./, "").split(".", 1)[0] ?? "";
        const parameter = webhook.parameters.find((each) => each.name.toLowerCase() === name);
        return {
          code: "message.metadata",
          severity,
          side: "message",
          message: parameter
            ? `The header "${name}" of a delivery does not have the form of ${JSON.stringify(metadata[name])}`
            : `No delivery carries the header "${name}"`,
          remedy: parameter ? "Expect what the contract says of it" : "Expect only headers that are documented",
          pact: `${pointer}/metadata`,
          contract: placeOfNode(parameter ?? webhook),
        };
      }),
    ...bodyFindings(contract, {
      side: "message",
      remarks: remarks.filter(isOfBody),
      schema: media?.schema,
      body: content,
      at,
      owner: webhook,
    }),
    ...(media?.schema && content !== undefined
      ? unpromised(contract, media.schema, content, { side: "message", at })
      : []),
  ];
}
