import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const model = "apps/catalog-service/src/discovery/model";

/** What the bench measures: the predictor of a checkout of the repository. */
export type PredictorParts = Awaited<ReturnType<typeof predictorOf>>;

/** Loads the predictor of another checkout, which has the same interface, or of this one. */
export async function predictorOf(checkout = resolve(import.meta.dirname, "../..")) {
  const load = (file: string) => import(pathToFileURL(resolve(checkout, model, file)).href);
  type Model = typeof import("../../apps/catalog-service/src/discovery/model/category-predictor.ts");
  type Storage = typeof import("../../apps/catalog-service/src/discovery/model/storage/serialize.ts");
  type Training = typeof import("../../apps/catalog-service/src/discovery/model/training/train.ts");
  const { CategoryPredictor }: Model = await load("category-predictor.ts");
  const { deserializeModel, serializeModel }: Storage = await load("storage/serialize.ts");
  const { train }: Training = await load("training/train.ts");
  return { CategoryPredictor, deserializeModel, serializeModel, train };
}
