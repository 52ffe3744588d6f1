import type { Rewriting } from "../rewriting.ts";
import { choiceRefactors } from "./choices.ts";
import { defaultRefactors } from "./defaults.ts";
import {
  headerCase,
  mediaParameters,
  parameterCase,
  parametersToOperations,
  parametersToPath,
  renameSecurity,
  securityToOperations,
} from "./exchanges.ts";
import { listSubtypes } from "./list-subtypes.ts";
import { redundantKeywords } from "./redundant-keywords.ts";
import { memberRefactors } from "./members.ts";
import { nullables } from "./nullable.ts";
import { orderRefactors } from "./order.ts";
import { parentRefactors } from "./parents.ts";
import { referenceRefactors } from "./places.ts";
import {
  extractBody,
  extractHeader,
  extractParameter,
  extractResponse,
  extractSchema,
  inlineBody,
  inlineHeader,
  inlineParameter,
  inlineResponse,
  inlineSchema,
  renameComponent,
} from "./references.ts";
import { segmentToServers, serversToOperations } from "./servers.ts";
import { spellingRefactors } from "./spellings.ts";
import { textRefactors } from "./texts.ts";
import { typeRefactors } from "./types.ts";
import { wireRefactors } from "./wire.ts";
import { referInAllOf, split, unwrap, wrapRefactors } from "./wrapping.ts";

/** Rewritings that keep the meaning of a document. */
export const refactors: readonly Rewriting[] = [
  inlineSchema,
  inlineParameter,
  inlineResponse,
  inlineBody,
  inlineHeader,
  extractSchema,
  extractParameter,
  extractResponse,
  extractBody,
  extractHeader,
  renameComponent,
  ...orderRefactors,
  ...defaultRefactors,
  ...wrapRefactors,
  unwrap,
  split,
  referInAllOf,
  ...typeRefactors,
  ...spellingRefactors,
  ...memberRefactors,
  ...redundantKeywords,
  parametersToOperations,
  parametersToPath,
  parameterCase,
  headerCase,
  ...mediaParameters,
  securityToOperations,
  renameSecurity,
  serversToOperations,
  segmentToServers,
  ...textRefactors,
  ...parentRefactors,
  ...choiceRefactors,
  ...referenceRefactors,
  ...nullables,
  ...wireRefactors,
  listSubtypes,
];
