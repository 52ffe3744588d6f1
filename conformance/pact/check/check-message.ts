import {
  type Contract,
  type Webhook,
  createParameterReader,
  isJson,
  readContentType,
  validatorOf,
} from "../../../contracts/index.ts";
import type { Citations } from "../../model/citations.ts";
import { bodyFindings } from "./body-findings.ts";
import { placeOfNode } from "./contract-place.ts";
import type { Finding } from "../finding.ts";
import type { MessageInteraction } from "../interaction.ts";
import { unpromisedFindings } from "./unpromised-findings.ts";

/** Result for a message. It is compared with the webhook that fits best. */
interface Told {
  readonly contract: Contract;
  readonly webhook: Webhook;
  readonly findings: readonly Finding[];
}

/** Compares an expected message with the webhooks of the contracts. */
export function checkMessage(
  contracts: readonly Contract[],
  interaction: MessageInteraction,
  profile: Citations,
): Told | undefined {
  const candidates = contracts.flatMap((contract) =>
    contract.webhooks.map((webhook) => ({
      contract,
      webhook,
      findings: checkMessageParts({ contract, webhook, profile }, interaction),
    })),
  );
  return candidates.toSorted((one, other) => one.findings.length - other.findings.length)[0];
}

function checkMessageParts(
  {
    contract,
    webhook,
    profile,
  }: { readonly contract: Contract; readonly webhook: Webhook; readonly profile: Citations },
  { content, metadata, pointer, raw }: MessageInteraction,
): Finding[] {
  const media = webhook.body?.content.find(({ mediaType }) => isJson(mediaType));
  const { contenttype, "content-type": type = contenttype, ...headers } = metadata;
  const at = `${pointer}/contents${"type" in raw ? "/content" : ""}`;
  const metadataPlace = { side: "message", pact: `${pointer}/metadata` } as const;
  const isJsonType = type === undefined || isJson(readContentType(type).type);
  return [
    ...(isJsonType
      ? []
      : [
          {
            ...metadataPlace,
            code: "message.content-type",
            severity: "error" as const,
            message: `Webhooks are sent ${media?.mediaType ?? "no body"}, not ${type}`,
            remedy: `Expect ${media?.mediaType ?? "no body"}`,
            contract: placeOfNode(webhook),
          },
        ]),
    ...Object.entries(headers).flatMap(([name, value]) => headerFindings(name, value)),
    ...(media?.schema && content !== undefined
      ? [
          ...bodyFindings(contract, {
            side: "message",
            schema: media.schema,
            body: content,
            at,
            owner: webhook,
            profile,
          }),
          ...unpromisedFindings(contract, media.schema, content, { side: "message", at }),
        ]
      : []),
  ];

  function headerFindings(name: string, value: string): Finding[] {
    const parameter = webhook.parameters.find((each) => each.in === "header" && each.name.toLowerCase() === name);
    if (!parameter)
      return [
        {
          ...metadataPlace,
          code: "message.metadata",
          severity: "error",
          message: `No delivery carries the header "${name}"`,
          remedy: "Expect only headers that are documented",
          contract: placeOfNode(webhook),
        },
      ];
    const read = createParameterReader(contract, parameter).fromText(value);
    const violations = validatorOf(contract, parameter.schema.pointer, "response")(read);
    if (violations.length === 0) return [];
    return [
      {
        ...metadataPlace,
        code: "message.metadata",
        severity: "error",
        message: `The header "${name}" of a delivery does not have the form of ${JSON.stringify(value)}`,
        remedy: `Expect ${violations.map(({ expected }) => expected).join(" and ")}`,
        contract: placeOfNode(parameter),
      },
    ];
  }
}
