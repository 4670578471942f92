import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { dayMs } from "@marketplace/conventions";
import { samplePdf } from "./demo/sample-pdf.ts";
import type { Deps } from "./deps.ts";
import { objectPrefix } from "./storage/object-prefix.rules.ts";

/** What earlier seeds created, by the names of `sandbox.json`. */
export interface SeedWorld {
  /** The pack that gets an invoice, and its seller. */
  packs: Readonly<Record<"pack_with_pdf", number>>;
  users: Readonly<Record<string, { id: number }>>;
  now: Date;
}

/** Attaches an invoice to a sale of the demo: a stored PDF, as an upload leaves it. */
export async function seedDemo(deps: Deps, { packs, users, now }: SeedWorld): Promise<void> {
  const packId = packs.pack_with_pdf;
  const sellerId = users.seller_mla?.id ?? 0;
  const content = samplePdf([`Invoice of purchase ${packId}`, `Seller ${sellerId}`]);
  const key = `${objectPrefix}${randomUUID()}`;
  const type = "application/pdf";
  await deps.unowned.announce([key], deps.sweepGraceMs);
  await deps.store.put(key, Readable.from([content]), { contentType: type });
  const sha256 = createHash("sha256").update(content).digest("hex");
  const document = {
    id: `${sellerId}_${randomUUID()}`,
    packId,
    sellerId,
    fileType: type,
    filename: `invoice-${packId}.pdf`,
    size: content.length,
    sha256,
    objectKey: key,
    createdAt: new Date(now.getTime() - dayMs),
  } as const;
  await deps.documents.add([document], "MLA");
}
