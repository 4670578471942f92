import { Problem } from "@marketplace/conventions";
import { problems } from "../problems.ts";

/**
 * Changes an item for an operation whose own body has other fields than an item's, such as `PUT
 * /items/{id}/description`. Causes refer to the item's body; `rename` turns each into one of the operation's.
 */
export async function renamingReferences<T>(
  rename: (reference: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.cause.length === 0) throw error;
    throw problems.validation_error({
      cause: error.cause.map((cause) => ({ ...cause, references: cause.references.map(rename) })),
    });
  }
}
