import { type Contract, type Operation, isJson, membersOf, propertyNamesOf } from "../../contracts/index.ts";
import { wordsOf } from "../../contracts/generate/index.ts";
import { requestMedia } from "./wire.ts";

/** Body property that names the version of an item on which a change is based. */
export interface BodyBase {
  /** Name of the property: "baseVersion". */
  readonly name: string;
  /** True for the property of the item that holds the version: "version". */
  isNamed(field: string): boolean;
}

const pattern =
  /^(?:(?:base|expected|if|current|known|last|previous|original)_?)?(version|revision|rev|etag|updated_?at)$/;

/** Version property of a request body. Undefined if the body has none that a client can send. */
export function bodyBaseOf(contract: Contract, operation: Operation): BodyBase | undefined {
  const media = requestMedia(operation);
  if (!media?.schema || !isJson(media.mediaType)) return undefined;
  for (const name of propertyNamesOf(contract, media.schema.value)) {
    const [, stem] = pattern.exec(wordsOf(name).join("_")) ?? [];
    const members = membersOf(contract, media.schema.value, name);
    const isSent = members.every((member) => typeof member === "object" && member["readOnly"] !== true);
    if (stem !== undefined && isSent) return { name, isNamed: (field) => bare(field) === bare(stem) };
  }
  return undefined;
}

function bare(name: string): string {
  return wordsOf(name).join("_").replaceAll("_", "");
}
