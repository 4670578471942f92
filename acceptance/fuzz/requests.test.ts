import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { checker } from "./checks.ts";
import { type Document, operationsOf } from "./document.ts";
import { followUp } from "./follow-ups.ts";
import { knownOf, learn } from "./known.ts";
import { flexFlag } from "./machines.ts";
import { requestOf, type Sent } from "./requests.ts";
import { fuzzing } from "./settings.ts";
import { type Came, exchange } from "./wire.ts";

const { base, sandbox } = inject("fuzzed");
const { seed, requests } = fuzzing;

interface Findings {
  sent: number;
  byStatus: Record<number, number>;
  /** The first request that revealed a defect, by operation and defect. */
  faults: Map<string, string>;
}

async function documentOf(): Promise<Document> {
  const { json } = await exchange(base, { method: "GET", target: "/openapi.json", headers: {} });
  // Conformance tests check the shape of the document.
  return json as Document;
}

/** Derives a request's seed from the run's, so that a run can be repeated. */
function nextRequest(arbitrary: fc.Arbitrary<Sent>, turn: number): Sent {
  const [sent] = fc.sample(arbitrary, { seed: seed + turn, numRuns: 1 });
  if (!sent) throw new Error("nothing was generated");
  return sent;
}

function note(
  findings: Findings,
  { sent, came, faults }: { sent: Sent; came: Came; faults: string[] },
): void {
  findings.sent += 1;
  findings.byStatus[came.status] = (findings.byStatus[came.status] ?? 0) + 1;
  for (const fault of faults) {
    const key = `${sent.operation.operationId}: ${fault}`;
    const body = sent.body && Buffer.from(sent.body).toString().slice(0, 300);
    const said = came.body.toString().slice(0, 300);
    if (!findings.faults.has(key))
      findings.faults.set(
        key,
        JSON.stringify([sent.method, sent.target, sent.headers, body, came.status, said]),
      );
  }
}

function report({ sent, byStatus, faults }: Findings): void {
  const server = [...faults.keys()].filter((key) => key.includes(": 5xx")).length;
  const schema = [...faults.keys()].filter((key) => key.includes(": schema")).length;
  const statuses = Object.entries(byStatus).map(([status, count]) => `${status}×${count}`);
  process.stdout.write(
    `\nfuzz: seed ${seed}, ${sent} requests, unexpected 5xx ${server}, schema violations ${schema}, all faults ${faults.size}\n` +
      `fuzz: ${statuses.join(" ")}\n`,
  );
}

/**
 * An operation that answers 204 needs an item in the right state, which is rare at random: switch a new one
 * on and off.
 */
async function switchings(document: Document): Promise<Sent[]> {
  const { path, seller } = await flexFlag.create();
  const headers = { Authorization: `Bearer ${seller.access_token}` };
  const ids = ["switchItemFlexOn", "switchItemFlexOff"];
  return operationsOf(document)
    .filter(({ operationId }) => ids.includes(operationId))
    .toSorted((a, b) => ids.indexOf(a.operationId) - ids.indexOf(b.operationId))
    .map((operation) => {
      const wire = { method: operation.method, target: path, headers };
      return { ...wire, operation, astray: false, requestId: undefined };
    });
}

const expected = ["200", "201", "204", "400", "401", "403", "404", "409"];

test("every answer to a valid or invalid request is one that the document declares", async () => {
  const document = await documentOf();
  const known = knownOf(sandbox);
  const requestsOf = operationsOf(document).map((operation) =>
    requestOf(operation, { document, known, path: operation.path }, sandbox),
  );
  const check = checker(document);
  const findings: Findings = { sent: 0, byStatus: {}, faults: new Map() };
  for (const sent of await switchings(document)) {
    const came = await exchange(base, sent);
    note(findings, { sent, came, faults: check(sent, came) });
  }
  // Reaching all of them at random may take more requests.
  const isDone = (): boolean =>
    findings.sent >= 2 * requests ||
    (findings.sent >= requests && expected.every((status) => status in findings.byStatus));
  for (let turn = 0; !isDone(); turn += 1) {
    const arbitrary = requestsOf[turn % requestsOf.length];
    if (!arbitrary) throw new Error("the document has no operations");
    const sent = nextRequest(arbitrary, turn);
    const came = await exchange(base, sent);
    learn(known, sent.operation.path, came.json);
    note(findings, { sent, came, faults: check(sent, came) });
    const round = Math.floor(turn / requestsOf.length);
    if (round % 3 === 0) {
      const faults = await followUp(base, { sent, came, turn: round / 3 });
      note(findings, { sent, came, faults });
    }
  }
  report(findings);
  expect(Object.fromEntries(findings.faults)).toEqual({});
  expect(Object.keys(findings.byStatus)).toEqual(expect.arrayContaining(expected));
});
