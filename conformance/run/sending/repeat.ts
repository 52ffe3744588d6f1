import type { SendRequest, RequestToSend } from "../../items/request-to-send.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Trial } from "../trial.ts";

/** Second step of a request: sends it again while the target refuses it for the rate. The refusals are judged. */
export function repeat(toSend: RequestToSend, trial: Trial, next: SendRequest): Promise<Exchange> {
  if (toSend.isAtOnce) return next(toSend);
  const { operation, contract } = toSend;
  return trial.log.patience.until(
    () => next(toSend),
    (exchange) => {
      const isRefused = trial.targetOf(operation).isLater(exchange.response);
      const findings = isRefused ? trial.session.recorder.judge(exchange, contract, operation) : [];
      trial.log.sendingFindings.push(...findings.map((finding) => ({ ...finding, operation })));
      return isRefused;
    },
  );
}
