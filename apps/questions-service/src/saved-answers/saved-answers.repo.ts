import { isUniqueViolation, toId } from "@marketplace/database";
import type { Prisma, QuestionsDatabase } from "@marketplace/database/questions";

/** An answer that a seller wrote once and uses again. */
export interface SavedAnswer {
  id: number;
  title: string;
  text: string;
  createdAt: Date;
  updatedAt: Date;
}

/** What a seller writes of a saved answer. */
export interface SavedText {
  title: string;
  text: string;
}

/** The seller has another saved answer of this title. */
export class TitleTaken extends Error {
  override name = "TitleTaken";
}

export type SavedAnswersRepo = ReturnType<typeof createSavedAnswersRepo>;

type Row = Prisma.SavedAnswerGetPayload<object>;

const saved = ({ sellerId: _, id, ...row }: Row): SavedAnswer => ({ ...row, id: toId(id) });

/** Sellers' saved answers. A unique constraint keeps one of each title per seller. */
export function createSavedAnswersRepo(db: QuestionsDatabase) {
  const table = () => db.current().savedAnswer;
  return {
    async add(sellerId: number, text: SavedText, at: Date): Promise<SavedAnswer> {
      const data = { ...text, sellerId, createdAt: at, updatedAt: at };
      return saved(await titled(table().create({ data })));
    },
    /** Gives the changed answer; `undefined` when the seller has none of that id. */
    async change(
      { sellerId, id }: { sellerId: number; id: number },
      text: Partial<SavedText>,
      at: Date,
    ): Promise<SavedAnswer | undefined> {
      const where = { sellerId, id };
      const [row] = await titled(table().updateManyAndReturn({ where, data: { ...text, updatedAt: at } }));
      return row && saved(row);
    },
    /** Gives whether there was one. */
    async remove(sellerId: number, id: number): Promise<boolean> {
      return (await table().deleteMany({ where: { sellerId, id } })).count > 0;
    },
    /** A page by title. */
    async list(sellerId: number, { limit, offset }: { limit: number; offset: number }) {
      const where = { sellerId };
      const [rows, total] = await Promise.all([
        table().findMany({ where, orderBy: { title: "asc" }, take: limit, skip: offset }),
        table().count({ where }),
      ]);
      return { answers: rows.map(saved), total };
    },
  };
}

async function titled<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new TitleTaken("the seller has an answer of this title", { cause: error });
  }
}
