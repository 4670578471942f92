import {
  type Caller,
  checkWindow,
  idParam,
  isOperator,
  Paging,
  pagingQuery,
  utcTimestamp,
} from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import type { Difference } from "../storage/difference.record.ts";
import { AlreadyRunning, type Run } from "./reconciliations.repo.ts";
import { keptDifferences, startReconciliation } from "./reconciliations.service.ts";

const DifferenceView = z.object({
  kind: z.enum(["stray_object", "lost_document"]).describe("A file without a row, or a row without its file"),
  key: z.string().describe("Key of the object"),
  size: z.int().nullable().describe("Bytes of a stray object"),
  document_id: z.string().nullable().describe("The lost document"),
  pack_id: z.int().nullable().describe("Its pack"),
  filename: z.string().nullable().describe("Its name"),
});

const RunView = z
  .object({
    id: z.int().describe("Reconciliation id"),
    mend: z.boolean().describe("Whether it mends what it finds"),
    started_by: z.int().describe("The operator"),
    status: z.enum(["running", "done", "failed"]).describe("How far it is"),
    failure: z.string().nullable().describe("Why it failed"),
    date_created: z.string().describe("ISO 8601 UTC"),
    date_finished: z.string().nullable().describe("ISO 8601 UTC; null while it runs"),
    objects: z.int().describe("Objects of the store that were looked at"),
    documents: z.int().describe("Documents that were looked at, after the objects"),
    documents_total: z.int().describe("Documents that there were at its start"),
    difference_count: z.int().describe("Differences found"),
    differences: z.array(DifferenceView).describe(`The first ${keptDifferences} of them`),
  })
  .meta({ id: "InvoiceReconciliation" });
const Runs = z.object({ results: z.array(RunView), paging: Paging }).meta({ id: "InvoiceReconciliations" });

const differenceView = (difference: Difference): z.output<typeof DifferenceView> => {
  const { kind, key } = difference;
  if (kind === "stray_object")
    return { kind, key, size: difference.size, document_id: null, pack_id: null, filename: null };
  const { id, packId, filename } = difference;
  return { kind, key, size: null, document_id: id, pack_id: packId, filename };
};

const runView = (run: Run): z.output<typeof RunView> => ({
  id: run.id,
  mend: run.mend,
  started_by: run.startedBy,
  status: run.status,
  failure: run.failure,
  date_created: utcTimestamp(run.createdAt),
  date_finished: run.finishedAt && utcTimestamp(run.finishedAt),
  objects: run.objects,
  documents: run.documents,
  documents_total: run.documentsTotal,
  difference_count: run.differenceCount,
  differences: run.differences.map(differenceView),
});

function requireOperator(caller: Caller): void {
  if (!isOperator(caller)) throw problems.operators_only();
}

const path = "/operations/invoice_reconciliations";

/** Comparisons of invoice rows with the object store, as `marketplace invoices reconcile` makes them. */
export const reconciliations = resource({
  name: "Invoice reconciliations",
  description: "Runs that compare the rows of invoice files with the object store",
  fields: RunView,
  related: ["/packs/{id}/fiscal_documents", "/operations/health"],
  connections: { started_by: "/users/{id}", "differences.pack_id": "/packs/{id}/fiscal_documents" },
  operations: [
    operation({
      id: "listInvoiceReconciliations",
      method: "GET",
      path,
      summary: "Lists the runs, the latest first; for operators",
      example: path,
      query: pagingQuery,
      response: Runs,
      errors: [problems.operators_only],
      async handle({ query: { limit, offset }, caller }, deps) {
        requireOperator(caller);
        checkWindow({ limit, offset });
        const { runs, total } = await deps.reconciliations.list({ limit, offset });
        return { results: runs.map(runView), paging: { total, offset, limit } };
      },
    }),
    operation({
      id: "startInvoiceReconciliation",
      method: "POST",
      path,
      summary: "Begins a run in the background; one at a time",
      example: path,
      body: z.strictObject({
        mend: z
          .boolean()
          .default(false)
          .describe(
            "Removes files without a row, and rows without their file, which can then be uploaded again",
          ),
      }),
      examples: { body: { mend: false } },
      status: 201,
      response: RunView,
      creates: true,
      errors: [problems.operators_only, problems.reconciliation_running],
      async handle({ body: { mend }, caller }, deps) {
        requireOperator(caller);
        try {
          return runView(await startReconciliation(deps, { mend, startedBy: caller.userId }));
        } catch (error) {
          throw error instanceof AlreadyRunning ? problems.reconciliation_running() : error;
        }
      },
    }),
    operation({
      id: "getInvoiceReconciliation",
      method: "GET",
      path: `${path}/{id}`,
      summary: "Reads how far a run is, and what it found",
      example: `${path}/4100000001`,
      params: { id: idParam().describe("Reconciliation id") },
      response: RunView,
      errors: [problems.operators_only, problems.reconciliation_not_found],
      async handle({ params: { id }, caller }, deps) {
        requireOperator(caller);
        const run = await deps.reconciliations.find(id);
        if (!run) throw problems.reconciliation_not_found({ id });
        return runView(run);
      },
    }),
  ],
});
