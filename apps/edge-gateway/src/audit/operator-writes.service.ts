import { clientAddressOf, type Exchange, isOperator } from "@marketplace/conventions";
import type { Logger } from "@marketplace/server";
import type { AuditRepo } from "./audit.repo.ts";

/** Records what operators ask to change, in whichever service. */
export interface OperatorWrites {
  /**
   * Records the request before anything is done; its status follows when it was answered. Rejects when it
   * cannot be recorded: then nothing is done. Other requests pass at once.
   */
  record(exchange: Exchange): Promise<void> | undefined;
  /** Waits for the statuses that are being written. */
  settled(): Promise<void>;
}

const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/** The status of a request whose client left before the answer, as in the request log. */
const clientLeft = 499;

export function createOperatorWrites(audit: AuditRepo, log: Logger): OperatorWrites {
  const pending = new Set<Promise<void>>();

  function complete(id: number, { res, status }: Exchange): void {
    const answered = res.headersSent ? (status ?? res.statusCode) : clientLeft;
    const written = audit
      .complete(id, answered)
      .catch((error: unknown) => log.error({ err: error, audit_event: id }, "an audit event has no status"))
      .finally(() => pending.delete(written));
    pending.add(written);
  }

  async function record(exchange: Exchange): Promise<void> {
    const { req, res, caller, pathname, requestId } = exchange;
    const id = await audit.record({
      action: "operator.write",
      actor_id: caller?.userId ?? null,
      application_id: caller?.applicationId ?? null,
      subject: pathname,
      address: clientAddressOf(req),
      request_id: requestId,
      // Null means that the answer was never seen, for instance because the process was killed.
      details: { method: req.method, status: null },
    });
    if (res.closed) complete(id, exchange);
    else res.once("close", () => complete(id, exchange));
  }

  return {
    record(exchange) {
      const { req, caller } = exchange;
      return caller && isOperator(caller) && !reading.has(req.method) ? record(exchange) : undefined;
    },
    async settled() {
      await Promise.all(pending);
    },
  };
}
