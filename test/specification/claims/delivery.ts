import { toList, object } from "../../../contracts/model/json-parts.ts";
import {
  type Contract,
  type Header,
  type Json,
  type Parameter,
  type Webhook,
  joinPointer,
  locate,
  valueAt,
} from "../../../contracts/index.ts";
import type { Claim, Look } from "../row.ts";
import { inDescription } from "./description.ts";

/** Claims that webhook deliveries exist, and are marked as stated. */
export function delivery(): Claim {
  return aboutDelivery("delivery of an event", (_, { basis, section, at }) => {
    if (basis === "assumed") return { missing: "it is only assumed" };
    return section === undefined ? { missing: "it cites no section" } : { at: [at] };
  });
}

/** Claims a header of every webhook delivery, whose schema accepts the first text and refuses the second. */
export function deliveryHeader(name: string, taken: string, refused: string): Claim {
  return aboutHeader(name, `delivery header ${name}`, (_, header) => {
    if (header.basis === "assumed" || !header.required) return { missing: "it is not stated and required" };
    return takesText(header, taken) && !takesText(header, refused)
      ? { at: [header.at] }
      : { missing: `its schema does not take ${taken} and refuse ${refused}` };
  });
}

/** Claims words in the description of a header of the delivery. */
export function deliveryHeaderSays(name: string, words: string): Claim {
  return aboutHeader(name, `"${words}" at delivery header ${name}`, ({ document }, { pointer, at }) =>
    inDescription(valueAt(document, pointer), words, at),
  );
}

/** Claims the value of an extension of a header of the delivery. */
export function deliveryHeaderMark(name: string, extension: string, value: Json): Claim {
  return aboutHeader(name, `${extension} ${String(value)} at delivery header ${name}`, (contract, { pointer }) =>
    object(valueAt(contract.document, pointer))[extension] === value
      ? { at: [locate(contract, joinPointer(pointer, extension))] }
      : { missing: "it says something else" },
  );
}

/** Claims words in the description of the delivery. */
export function deliveryDescription(words: string): Claim {
  return aboutDelivery(`"${words}" at the delivery`, ({ document }, { pointer, at }) =>
    inDescription(valueAt(document, pointer), words, at),
  );
}

/** Claims a stated security scheme with which deliveries authenticate. */
export function deliveryScheme(expected: Readonly<Record<string, string>>, section: string): Claim {
  const description = Object.values(expected).join(" ");
  return aboutDelivery(`delivery with ${description}`, (contract, { pointer }) => {
    const { security } = object(valueAt(contract.document, pointer));
    const names = toList(security).flatMap((requirement) => Object.keys(object(requirement)));
    const fits = (at: string): boolean => {
      const scheme = object(valueAt(contract.document, at));
      return Object.entries(expected).every(([key, value]) => scheme[key] === value);
    };
    const found = names.map((name) => joinPointer("/components/securitySchemes", name)).find(fits);
    if (found === undefined) return { missing: "no security scheme of the delivery is so" };
    return object(valueAt(contract.document, found))["x-spec"] === section
      ? { at: [locate(contract, found)] }
      : { missing: `it does not cite §${section}` };
  });
}

function aboutHeader(name: string, says: string, look: (contract: Contract, header: Parameter) => Look): Claim {
  return aboutDelivery(says, (contract, { parameters }) => {
    const header = parameters.find((one) => one.in === "header" && one.name === name);
    return header ? look(contract, header) : { missing: "no delivery has it" };
  });
}

function aboutDelivery(says: string, look: (contract: Contract, webhook: Webhook) => Look): Claim {
  return {
    says,
    look(platform) {
      const contract = platform.find(({ webhooks }) => webhooks.length > 0);
      const webhook = contract?.webhooks[0];
      return contract && webhook ? look(contract, webhook) : { missing: "nothing is delivered" };
    },
  };
}

function takesText({ schema }: Parameter | Header, text: string): boolean {
  const { type, pattern } = schema.value as { type?: string; pattern?: string };
  if (type === "integer") return /^\d+$/.test(text);
  return pattern === undefined || new RegExp(pattern, "u").test(text);
}
