import { isForeignKeyViolation } from "@marketplace/database";

/**
 * Writes items, and does all of it again when their category was deleted after its rules were looked at, as
 * by an import: the second time the rules find it missing.
 */
export async function withPresentCategories<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    return work();
  }
}
