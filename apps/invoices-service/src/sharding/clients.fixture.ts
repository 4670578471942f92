import { query } from "@marketplace/database/testing";
import { expect } from "vitest";
import { seedDemo } from "../seed.ts";
import { buyer, ids, type invoicesService, multipart, pdf, seller, xml } from "../service.fixture.ts";

type Service = Awaited<ReturnType<typeof invoicesService>>;

/** What clients were told. */
export interface Seen {
  /** Ids of stored files by their packs. */
  stored: Map<number, string[]>;
  /** Ids of deleted files. */
  deleted: Set<string>;
  /** Packs whose buyers were asked for billing data. */
  asked: Set<number>;
  wrong: unknown[];
  latest: number;
  longestPauseMs: number;
}

export const nothingSeen = (): Seen => ({
  stored: new Map(),
  deleted: new Set(),
  asked: new Set(),
  wrong: [],
  latest: performance.now(),
  longestPauseMs: 0,
});

export const pathOf = (packId: number) => `/packs/${packId}/fiscal_documents`;

/** Stores a file of a pack of MLA, as an upload does, before there is a server to ask. */
export const storeAtHome = ({ deps, clock }: Service, packId: number): Promise<void> =>
  seedDemo(deps, {
    packs: { pack_with_pdf: packId },
    users: { seller_mla: { id: ids.seller } },
    now: clock.now(),
  });

interface Client {
  services: readonly [Service, Service];
  seen: Seen;
  running: () => boolean;
  /** A pack with one file that is, or was, at home. */
  older?: (round: number) => number | undefined;
}

/** Uploads, lists, downloads, deletes and asks, each in another process, until told to stop. */
export async function client(index: number, { services, seen, running, older }: Client): Promise<void> {
  const [one, two] = services;
  for (let round = 0; running() && round < 100_000; round++) {
    const [here, there] = (index + round) % 2 ? [one, two] : [two, one];
    const { packId } = await one.sale(round % 4 === 3 ? { siteId: "MLU" } : {});
    await work(packId, { here, there, seen, deletes: round % 3 === 0 });
    const old = older?.(round);
    if (old !== undefined) await addTo(old, { here, there, seen });
    seen.longestPauseMs = Math.max(seen.longestPauseMs, performance.now() - seen.latest);
    seen.latest = performance.now();
  }
}

interface Turn {
  here: Service;
  there: Service;
  seen: Seen;
}

async function work(packId: number, { here, there, seen, deletes }: Turn & { deletes: boolean }) {
  // Two of one type at once: one of them is stored.
  const [first, second] = await Promise.all(
    [here, there].map(({ http }) => http.post(pathOf(packId), { as: seller, ...multipart([pdf()]) })),
  );
  const stored = [first, second].filter((answer) => answer?.status === 200);
  if (stored.length !== 1 || ![first?.status, second?.status].includes(409))
    return void seen.wrong.push(["upload", packId, first?.text, second?.text]);
  const files = stored.flatMap((answer) => answer?.json<{ ids: string[] }>().ids ?? []);
  seen.stored.set(packId, files);
  const file = await there.http.get(`${pathOf(packId)}/${files[0]}`, { as: buyer });
  if (file.status !== 200) seen.wrong.push(["download", packId, file.text]);
  const asked = await here.http.post(`${pathOf(packId)}/request`, { as: seller, body: { text: "CUIT?" } });
  if (asked.status === 200) seen.asked.add(packId);
  else seen.wrong.push(["ask", packId, asked.text]);
  if (!deletes) return;
  const gone = await there.http.delete(pathOf(packId), { as: seller });
  if (gone.status === 200) for (const id of files) seen.deleted.add(id);
  else seen.wrong.push(["delete", packId, gone.text]);
}

/** Adds the second file of a pack, and finds both elsewhere. */
async function addTo(packId: number, { here, there, seen }: Turn): Promise<void> {
  const added = await here.http.post(pathOf(packId), { as: seller, ...multipart([xml()]) });
  if (added.status !== 200) return void seen.wrong.push(["add", packId, added.text]);
  seen.stored.set(packId, added.json<{ ids: string[] }>().ids);
  const list = await there.http.get(pathOf(packId), { as: buyer });
  if (list.json<{ fiscal_documents?: unknown[] }>().fiscal_documents?.length !== 2)
    seen.wrong.push(["list", packId, list.text]);
}

interface Row {
  id: string;
  pack_id: number;
  slot: string;
  object_key: string;
}

/** Compares what databases and store have with what clients were told; gives what a test prints. */
export async function compared(seen: Seen, { deps }: Service, urls: readonly string[]) {
  const rows = (
    await Promise.all(
      urls.map((url) =>
        query<Row>(url, "SELECT id, pack_id::float8 AS pack_id, slot, object_key FROM fiscal_documents"),
      ),
    )
  ).flat();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kept = [...seen.stored.values()].flat().filter((id) => !seen.deleted.has(id));
  const lost = kept.filter((id) => !byId.has(id));
  for (const { id, object_key } of rows) if (!(await deps.store.stat(object_key))) lost.push(id);
  const slots = new Set(rows.map(({ pack_id, slot }) => `${pack_id} ${slot}`));
  const returned = [...seen.deleted].filter((id) => byId.has(id));
  return {
    rows,
    acknowledged: seen.stored.size + seen.deleted.size + seen.asked.size,
    wrong: seen.wrong,
    lost,
    duplicated: rows.length - slots.size + returned.length,
  };
}

/** One event for each upload, deletion and request, and one e-mail for each upload and request. */
export async function expectTold(
  seen: Seen,
  { published, sent }: Service,
  urls: readonly string[],
): Promise<void> {
  const uploads = seen.stored.size;
  const deletions = [...seen.stored.values()].filter(([id = ""]) => seen.deleted.has(id)).length;
  const events = () => Map.groupBy(published, ({ id }) => id).size;
  await expect.poll(events).toBe(uploads + deletions + seen.asked.size);
  // One that was sent and not written down would be sent again, when its claim ends.
  const mails = "SELECT attempts, due_at::text AS due, now()::text AS now FROM outgoing_mail";
  const waiting = () => Promise.all(urls.map((url) => query(url, mails)));
  await expect.poll(waiting).toEqual(urls.map(() => []));
  expect([sent.length, new Set(sent.map(({ id }) => id)).size]).toEqual([
    uploads + seen.asked.size,
    uploads + seen.asked.size,
  ]);
}
