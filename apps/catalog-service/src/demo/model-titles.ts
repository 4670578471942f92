import { demoLeaves } from "./categories.ts";
import { type Stock, stockOf } from "./drafts.ts";
import type { DemoSiteId, TrainingTitle } from "./model.ts";
import { hasSynonyms, shortBrand, sidesFor, stockWithSynonyms } from "./synonyms.ts";
import { labelled } from "./training.ts";
import { knownModels, type VehicleModel } from "./vehicles.ts";

/** From here on a leaf is so popular that its models are asked for without their brand, ... */
const popular = 4;

/** ... and from here on its brands without a model. */
const mostPopular = 10;

/** A brand with fewer models is not known for them. */
const modelsOfKnownBrand = 4;

/** What is bought for another thing, and asked for by its model. */
const accessories = new Map([
  ["CAR_STEREOS", "CARS_AND_VANS"],
  ["CAR_BATTERIES", "CARS_AND_VANS"],
  ["TIRES", "CARS_AND_VANS"],
  ["CELLPHONE_CASES", "CELLPHONES"],
  ["SCREEN_PROTECTORS", "CELLPHONES"],
]);

/** What vehicles are made of. */
const vehicleParts = new Map([
  ["CAR_PARTS", "CARS_AND_VANS"],
  ["MOTORCYCLE_PARTS", "MOTORCYCLES"],
]);

/** Parts of vehicles that are named at least. */
const fewestParts = 70;

/** `3` or `12` alone may be anything. */
const speaks = (model: string): boolean => /\D|\d{3}/.test(model);

/** Nobody says Clase C or Serie 3, but `mercedes c200` and `bmw 320i`: the trims begin with it. */
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
      ...(alone && speaks(model) ? [model] : []),
    ];
  });
  return [...names, ...vehicles.flatMap(classNames)];
}

/** `toyota`: who says no more means what the brand is best known for. */
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

/** The models that a site's items are of. */
function modelsOf(domain: string, site: DemoSiteId): string[] {
  const leaf = demoLeaves(site).find(({ source }) => source.domain === domain);
  if (leaf === undefined) return [];
  const { brands, vehicles } = stockOf(leaf);
  return [...vehicles.map(({ model }) => model), ...brands.flatMap(({ models }) => models)];
}

/** `estéreo gol`, `funda iphone 13`: the leaf's names in turn, with each model of what it is for. */
function namesByModel({ nouns, leaf: { category, source } }: Stock): string[] {
  const models = modelsOf(accessories.get(source.domain ?? "") ?? "", category.site_id);
  return models.map((model, at) => `${nouns[at % nouns.length]} ${model}`);
}

/** `radiador gol`, `capot vw gol`, `faro trasero gol`: of each model a part, and each part of some model. */
function namesOfParts({ nouns, leaf }: Stock): string[] {
  const { site_id } = leaf.category;
  const models = knownModels(vehicleParts.get(leaf.source.domain ?? "") ?? "", site_id);
  if (models.length === 0) return [];
  const sides = sidesFor(site_id);
  return Array.from({ length: Math.max(models.length, nouns.length, fewestParts) }, (_, at) => {
    const { brand = "", model } = models[at % models.length] ?? {};
    const noun = nouns[at % nouns.length];
    const named = [`${brand} ${model}`, model, `${shortBrand(brand) ?? brand} ${model}`][at % 3];
    return at % 4 === 0 ? `${noun} ${sides[at % sides.length]} ${named}` : `${noun} ${named}`;
  });
}

/** What only this leaf of the site is called: a word for several says nothing alone. */
function ownNames(stock: Stock, leavesCalled: ReadonlyMap<string, readonly string[]>): string[] {
  return hasSynonyms(stock.leaf) ? stock.nouns.filter((noun) => leavesCalled.get(noun)?.length === 1) : [];
}

/**
 * What people write who know what they want: every brand with each of its models, popular ones alone too, parts by what they are for, and
 * what only one leaf is called. In lower case.
 */
export function modelTitles(site: DemoSiteId): TrainingTitle[] {
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
    return labelled(new Set(names.map((name) => name.toLowerCase())), stock.leaf);
  });
}
