import type { CategoryModel } from "../category-model.ts";
import { deserializeModel } from "./serialize.ts";

const models = new Map<string, WeakRef<CategoryModel>>();
const forgotten = new FinalizationRegistry((digest: string) => {
  if (models.get(digest)?.deref() === undefined) models.delete(digest);
});

/** The model with this digest that is in use in the process: worlds of the lab begin with equal ones. */
export const knownModel = (digest: string | undefined): CategoryModel | undefined =>
  digest === undefined ? undefined : models.get(digest)?.deref();

/** See `deserializeModel`; others find it by its digest while it is in use. */
export function modelOf(digest: string, bytes: Uint8Array): CategoryModel {
  const model = deserializeModel(bytes);
  models.set(digest, new WeakRef(model));
  forgotten.register(model, digest);
  return model;
}
