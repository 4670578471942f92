import type { LabeledTitle } from "../discovery/model/features/training-set.ts";
import { demoLeaves } from "./categories.ts";
import { type Stock, stockOf } from "./drafts.ts";
import type { DemoSiteId } from "./sites.ts";
import { hasSynonyms, shortBrand, sidesFor, stockWithSynonyms } from "./synonyms.ts";
import { withCategory } from "./training-titles.ts";
import { knownModels, type VehicleModel } from "./vehicles.ts";

/** Leaves of at least this weight have titles of a model without its brand. */
const popular = 4;

/** Leaves of at least this weight have titles of a brand without a model. */
const mostPopular = 10;

/** Brands with fewer models have no title of their own. */
const modelsOfKnownBrand = 4;

/** Accessories that people search by the model of another domain. */
const accessories = new Map([
  ["CAR_STEREOS", "CARS_AND_VANS"],
  ["CAR_BATTERIES", "CARS_AND_VANS"],
  ["TIRES", "CARS_AND_VANS"],
  ["CELLPHONE_CASES", "CELLPHONES"],
  ["SCREEN_PROTECTORS", "CELLPHONES"],
]);

/** Domains of vehicle parts with the domain of their vehicles. */
const vehicleParts = new Map([
  ["CAR_PARTS", "CARS_AND_VANS"],
  ["MOTORCYCLE_PARTS", "MOTORCYCLES"],
]);

/** Minimum number of vehicle part titles. */
const fewestParts = 70;

/** A model such as `3` or `12` is ambiguous alone. */
const isDistinctive = (model: string): boolean => /\D|\d{3}/.test(model);

/** People write `mercedes c200` and `bmw 320i`, not Clase C and Serie 3; the trims begin with these names. */
function classNames({ brand, model, trims }: VehicleModel): string[] {
  if (!/^(?:Clase|Serie) /.test(model)) return [];
  const short = shortBrand(brand) ?? brand;
  return trims.flatMap((trim) => [`${short} ${trim}`, `${short} ${trim.replace(/ .*/, "")}`]);
}

function namesOfModels({ brands, vehicles, leaf }: Stock): string[] {
  const models = [
    ...brands.flatMap(({ name: brand, models }) => models.map((model) => ({ brand, model }))),
    ...vehicles,
  ];
  const alone = vehicles.length > 0 || (leaf.source.weight ?? 1) >= popular;
  const names = models.flatMap(({ brand, model }) => {
    const short = vehicles.length > 0 ? shortBrand(brand) : undefined;
    return [
      `${brand} ${model}`,
      ...(short === undefined ? [] : [`${short} ${model}`]),
      ...(alone && isDistinctive(model) ? [model] : []),
    ];
  });
  return [...names, ...vehicles.flatMap(classNames)];
}

/** `toyota`: a brand alone means the leaf the brand is best known for. */
function namesOfBrands({ brands, vehicles, leaf }: Stock): string[] {
  if ((leaf.source.weight ?? 1) < mostPopular) return [];
  const models = [
    ...brands.flatMap(({ name, models }) => models.map(() => name)),
    ...vehicles.map(({ brand }) => brand),
  ];
  const counts = Map.groupBy(models, (brand) => brand);
  return [...counts].filter(([, { length }]) => length >= modelsOfKnownBrand).map(([brand]) => brand);
}

/** `moto yamaha`, `camioneta toyota`. */
const namesOfMakes = ({ vehicles }: Stock): string[] =>
  vehicles.map(({ words, brand }) => `${words[0]} ${brand}`);

/** The models of a site's items. */
function modelsOf(domain: string, site: DemoSiteId): string[] {
  const leaf = demoLeaves(site).find(({ source }) => source.domain === domain);
  if (leaf === undefined) return [];
  const { brands, vehicles } = stockOf(leaf);
  return [...vehicles.map(({ model }) => model), ...brands.flatMap(({ models }) => models)];
}

/** `estéreo gol`, `funda iphone 13`: the leaf's nouns in turn with each model they fit. */
function namesByModel({ nouns, leaf: { site, source } }: Stock): string[] {
  const models = modelsOf(accessories.get(source.domain ?? "") ?? "", site);
  return models.map((model, at) => `${nouns[at % nouns.length]} ${model}`);
}

/** `radiador gol`, `capot vw gol`, `faro trasero gol`: a part for each model and a model for each part. */
function namesOfParts({ nouns, leaf: { site, source } }: Stock): string[] {
  const models = knownModels(vehicleParts.get(source.domain ?? "") ?? "", site);
  if (models.length === 0) return [];
  const sides = sidesFor(site);
  return Array.from({ length: Math.max(models.length, nouns.length, fewestParts) }, (_, at) => {
    const { brand = "", model } = models[at % models.length] ?? {};
    const noun = nouns[at % nouns.length];
    const named = [`${brand} ${model}`, model, `${shortBrand(brand) ?? brand} ${model}`][at % 3];
    return at % 4 === 0 ? `${noun} ${sides[at % sides.length]} ${named}` : `${noun} ${named}`;
  });
}

/** Nouns that only this leaf of the site has: a noun of several leaves is ambiguous. */
function ownNames(stock: Stock, leavesCalled: ReadonlyMap<string, readonly string[]>): string[] {
  return hasSynonyms(stock.leaf) ? stock.nouns.filter((noun) => leavesCalled.get(noun)?.length === 1) : [];
}

/** Specific titles in lower case: models, well-known brands, parts by model, and nouns of one leaf only. */
export function modelTitles(site: DemoSiteId): LabeledTitle[] {
  const stocks = demoLeaves(site).map(stockWithSynonyms);
  const leavesCalled = Map.groupBy(
    stocks.flatMap(({ nouns }) => nouns),
    (noun) => noun,
  );
  return stocks.flatMap((stock) => {
    const names = [
      ...namesOfModels(stock),
      ...namesOfBrands(stock),
      ...namesOfMakes(stock),
      ...namesByModel(stock),
      ...namesOfParts(stock),
      ...ownNames(stock, leavesCalled),
    ];
    return withCategory(new Set(names.map((name) => name.toLowerCase())), stock.leaf);
  });
}
