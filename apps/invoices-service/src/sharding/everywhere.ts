import { inTurn, type SiteDatabases, unopenedSites } from "@marketplace/sharding";
import type { DocumentRecord, FiscalDocumentsRepo } from "../fiscal-documents/fiscal-documents.repo.ts";
import type { OutgoingMailRepo } from "../mail/outgoing-mail.repo.ts";

interface Database {
  documents: FiscalDocumentsRepo;
  mail: OutgoingMailRepo;
}

type Backlog = Awaited<ReturnType<OutgoingMailRepo["backlog"]>>;

/** What is about all databases where sites have databases of their own, and else about the only one. */
export interface Everywhere {
  /** Which of these object keys a document or the sweep of some database knows. */
  knownKeys(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Throws `DatabasesUnknown` when there are documents in a database that this process does not know. */
  assertWhole(): Promise<void>;
  /** All documents. One that moves meanwhile may come twice, and none is missed. */
  pages(limit: number): AsyncGenerator<DocumentRecord[]>;
  isThere(id: string): Promise<boolean>;
  count(): Promise<number>;
  /** The e-mails that wait. */
  backlog(now: Date): Promise<Backlog>;
}

/** An object without a row here may have one there. */
export class DatabasesUnknown extends Error {
  override readonly name = "DatabasesUnknown";
  constructor(sites: readonly string[]) {
    super(
      `the fiscal documents of ${sites.join(", ")} are in databases that this process was not told of; a service that has their DATABASE_URL_<SITE> sees all: POST /operations/invoice_reconciliations`,
    );
  }
}

type Home = Parameters<typeof unopenedSites>[0];

async function assertOpened(home: Home): Promise<void> {
  const sites = await unopenedSites(home);
  if (sites.length > 0) throw new DatabasesUnknown(sites);
}

/** Where one database is all there is. */
export const everywhereIs = ({ db, documents, mail }: Database & Home): Everywhere => ({
  knownKeys: (keys) => documents.knownKeys(keys),
  assertWhole: () => assertOpened({ db }),
  pages: (limit) => pagesOf((after) => documents.page(after, limit), limit),
  isThere: async (id) => (await documents.find(id)) !== undefined,
  count: () => documents.count(),
  backlog: (now) => mail.backlog(now),
});

/** Home and the databases of sites. */
export function everywhereByFanOut({ db }: Home, sites: SiteDatabases<Database>): Everywhere {
  return {
    async knownKeys(keys) {
      const found = await sites.fanOut(({ documents }) => documents.knownKeys(keys));
      return new Set(found.flatMap((some) => [...some]));
    },
    assertWhole: () => assertOpened({ db, sites }),
    async *pages(limit) {
      for await (const siteId of inTurn(sites))
        yield* pagesOf((after) => sites.alone(siteId, (of) => of.documents.page(after, limit)), limit);
    },
    async isThere(id) {
      const found = await sites.fanOut(async ({ documents }) => (await documents.find(id)) !== undefined);
      return found.includes(true);
    },
    async count() {
      const counts = await sites.fanOut(({ documents }) => documents.count());
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async backlog(now) {
      const all = await sites.fanOut(({ mail }) => mail.backlog(now));
      return all.reduce((sum, { waiting, retrying, oldest_seconds }) => ({
        waiting: sum.waiting + waiting,
        retrying: sum.retrying + retrying,
        oldest_seconds: Math.max(sum.oldest_seconds, oldest_seconds),
      }));
    },
  };
}

async function* pagesOf(
  pageAfter: (id: string) => Promise<DocumentRecord[]>,
  limit: number,
): AsyncGenerator<DocumentRecord[]> {
  for (let after = ""; ; ) {
    const page = await pageAfter(after);
    yield page;
    if (page.length < limit) return;
    after = page.at(-1)?.id ?? "";
  }
}
