import { Readable } from "node:stream";
import type { Deps } from "../deps.ts";
import type { Sale } from "../messages/conversations.repo.ts";
import { moderated } from "../messages/message-text.rules.ts";

const hourMs = 3_600_000;

interface Line {
  by: "seller" | "buyer";
  text: string;
  /** How long ago, in hours. */
  hours: number;
  /** Whether the other side has not read it yet. */
  unread?: true;
  file?: { name: string; text: string };
}

/** What is said in the demo; the last question waits for the seller. */
const lines: readonly Line[] = [
  { by: "seller", text: "¡Hola! Gracias por tu compra. Hoy mismo la despachamos.", hours: 20 },
  { by: "buyer", text: "¡Genial! ¿Puede llegar antes de las 18?", hours: 19 },
  { by: "seller", text: "Sí, el reparto pasa entre las 14 y las 18.", hours: 18 },
  {
    by: "seller",
    text: "Te dejo las instrucciones de uso.",
    hours: 3,
    file: { name: "instrucciones.txt", text: "1. Lavar las piezas.\n2. Cargar hasta la marca.\n" },
  },
  { by: "buyer", text: "¡Gracias! ¿Qué garantía tiene?", hours: 1, unread: true },
];

/** Fills the conversation of a sale, without events: it was there before anybody subscribed. */
export async function seedConversation(
  deps: Deps,
  sale: Sale,
  { now, applicationId }: { now: Date; applicationId: number },
): Promise<void> {
  for (const line of lines) {
    const at = new Date(now.getTime() - line.hours * hourMs);
    const attachment = line.file && (await seedFile(deps, sale, { ...line.file, at }));
    await deps.transaction(async () => {
      await deps.conversations.lock(sale);
      const [fromId, toId] =
        line.by === "seller" ? [sale.sellerId, sale.buyerId] : [sale.buyerId, sale.sellerId];
      const messageId = await deps.messages.add({
        packId: sale.id,
        applicationId,
        fromId,
        toId,
        text: line.text,
        moderation: moderated(line.text, { on: true }),
        first: await deps.messages.isFirst(sale.id),
        createdAt: at,
      });
      if (attachment !== undefined)
        await deps.attachments.take([attachment], { userId: fromId, messageId, now: at });
      await deps.conversations.noteMessage(sale.id, at, { byBuyer: line.by === "buyer" });
      if (!line.unread) await deps.messages.markRead(sale.id, toId, new Date(at.getTime() + hourMs / 2));
    });
  }
}

async function seedFile(
  { store, objectKeys, attachments }: Deps,
  { siteId, sellerId: userId }: Sale,
  { name, text, at }: { name: string; text: string; at: Date },
): Promise<string> {
  const objectKey = await objectKeys.next();
  const type = "text/plain";
  const { size, etag } = await store.put(objectKey, Readable.from([Buffer.from(text)]), {
    contentType: type,
  });
  const id = `${userId}_${crypto.randomUUID()}.txt`;
  await attachments.add({
    id,
    userId,
    siteId,
    originalName: name,
    type,
    size,
    sha256: etag,
    objectKey,
    createdAt: at,
  });
  return id;
}
