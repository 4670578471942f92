import { Problem } from "@marketplace/conventions";
import { problems } from "../problems.ts";

/** A change of an item whose body is another one: references of an item's body become those of its own. */
export async function withReferences<T>(
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
