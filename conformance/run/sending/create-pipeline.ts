import type { Operation } from "../../../contracts/index.ts";
import type { SendRequest, RequestToSend } from "../../items/request-to-send.ts";
import type { Trial } from "../trial.ts";
import { admit } from "./admit.ts";
import { deliver } from "./deliver.ts";
import { prepare } from "./prepare.ts";
import { repeat } from "./repeat.ts";
import { probe } from "./send-unjudged.ts";

/**
 * The way of each request of a trial, from a property to the socket, in five steps: prepare, repeat, admit, deliver, and
 * `Target.send`. The first two may take the next step several times.
 */
export function createPipeline(trial: Trial): SendRequest {
  const { router, nonce, keys, tagging } = trial.session;
  const read = (reading: RequestToSend) => probe(reading, trial);
  const context = { router, nonce, keys, tagging, acceptedForms: new Map<Operation, number>(), read };
  const toTarget: SendRequest = (toSend) => deliver(toSend, trial);
  const admitted: SendRequest = (toSend) => admit(toSend, trial, toTarget);
  const repeated: SendRequest = (toSend) => repeat(toSend, trial, admitted);
  return (toSend) => prepare(toSend, context, repeated);
}
