import { expect } from "vitest";
import type { Gateway } from "../gateway.fixture.ts";

/** An event as `GET /audit_events` answers it. */
export interface SeenEvent {
  id: number;
  date_created: string;
  action: string;
  actor_id: number | null;
  application_id: number | null;
  subject: string;
  address: string | null;
  request_id: string | null;
  details: Record<string, unknown>;
}

/** The audit log as an operator reads it. */
export function auditOf({ http, bearer }: Pick<Gateway, "http" | "bearer">) {
  const ask = (query: Record<string, string | number>) => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
    return http.get(`/audit_events?${parameters}`, bearer("operator"));
  };
  return {
    ask,
    async events(query: Record<string, string | number> = {}): Promise<SeenEvent[]> {
      const answer = await ask(query);
      expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
      return answer.json<{ results: SeenEvent[] }>().results;
    },
  };
}
