import type { Deps } from "../deps.ts";
import { siteOf } from "../sites/sites.service.ts";
import type { CategoryFeatures } from "./category-feature-cache.service.ts";
import type { DomainPrediction } from "./discovery.schema.ts";
import { type BrandsOfModels, recognize } from "./recognition/recognize.ts";
import type { TitleToken } from "./recognition/title-token.ts";
import { titleTokens } from "./recognition/title-tokens.ts";

interface DiscoveryQuery {
  siteId: string;
  title: string;
  limit: number;
  target: "core" | "classified" | undefined;
}

/** Predicts domain and category of a title, most probable first (decisions 7.5); 404 for an unknown site. */
export async function discoverDomains(
  { siteId, title, limit, target }: DiscoveryQuery,
  { predictors, categoryFeatures }: Pick<Deps, "predictors" | "categoryFeatures">,
): Promise<DomainPrediction[]> {
  siteOf(siteId);
  const { predictor, leaves, tree } = await predictors.of(siteId);
  const allowed = (id: string): boolean => {
    const leaf = leaves.get(id);
    return leaf !== undefined && (target === undefined || leaf.classified === (target === "classified"));
  };
  const ids = predictor.predict(title, { limit, allowed }).map(({ categoryId }) => categoryId);
  const known = await categoryFeatures.of(ids, tree);
  const tokens = titleTokens(title);
  return ids.flatMap((id) => {
    const features = known.get(id);
    return features ? [predictionOf(tokens, features)] : [];
  });
}

function predictionOf(
  tokens: readonly TitleToken[],
  { leaf, values, brandsOfModels }: CategoryFeatures,
): DomainPrediction {
  const { id, siteId, name, domainId, domainName } = leaf;
  return {
    // A category without a domain in its tree is a domain of its own.
    domain_id: domainId ?? `${siteId}-${id}`,
    domain_name: domainName ?? name,
    category_id: id,
    category_name: name,
    attributes: attributesOf(tokens, values, brandsOfModels),
  };
}

function attributesOf(
  tokens: readonly TitleToken[],
  values: CategoryFeatures["values"],
  brandsOfModels: BrandsOfModels,
) {
  return recognize(tokens, values, brandsOfModels).map(({ attribute, valueId, valueName }) => ({
    id: attribute.id,
    name: attribute.name,
    value_id: valueId,
    value_name: valueName,
  }));
}
