import type { Draft, Stock } from "./drafts.ts";
import type { Random } from "./random.ts";
import type { DemoSiteId } from "./sites.ts";
import { listFor } from "./source.ts";
import { definitionOf } from "./vocabulary.ts";

/** Parts of a title in order: noun, brand, model, features (F, G), values, trim, year, as far as known. */
export type Pattern = string;

const corePatterns: readonly Pattern[] = ["NBMVF", "NBMFV", "NFBMV", "NMBV", "NBVFG", "NBFV", "NFBV"];
const vehiclePatterns: readonly Pattern[] = ["BMTY", "BMTY", "BMTYF", "BMYF", "MTY"];

/** Orders that buyers and careless sellers write, for training only. */
const looseCore: readonly Pattern[] = [
  ...corePatterns,
  "NBM",
  "BMV",
  "BMNV",
  "NF",
  "NV",
  "NFV",
  "NB",
  "BNFV",
  "NFG",
  "VNB",
];
const looseVehicles: readonly Pattern[] = [
  ...vehiclePatterns,
  "NBMY",
  "NBMYF",
  "NMYF",
  "BMY",
  "NBMTYF",
  "MYFG",
  "NBMF",
  "YBMT",
  "MT",
  "N",
  "NF",
  "NFG",
  "NY",
  "NB",
  "NM",
  "NMF",
  "NFM",
  "NMY",
  "M",
  "MF",
  "MFG",
  "BM",
];

/** The patterns of a leaf: for listings, or with `loose` also for searches. */
export function patternsFor(stock: Stock, loose: boolean): readonly Pattern[] {
  if (stock.vehicles.length > 0) return loose ? looseVehicles : vehiclePatterns;
  if (!loose) return corePatterns;
  // A brand alone says nothing about the category; with a model it is how people search for phones.
  return stock.brands.some((brand) => brand.models.length > 0) ? [...looseCore, "BM", "BM"] : looseCore;
}

/** `500 g` as sellers write it: `500g`, `500 gr`, `1 kilo`. */
function unitAsWritten(name: string, random: Random): string {
  if (!/^[\d.,]+ \S+$/.test(name)) return name;
  const way = random.next();
  if (way < 0.5) return name.replace(" ", "");
  if (way < 0.65)
    return name
      .replace(/ g$/, " gr")
      .replace(/ kg$/, " kilos")
      .replace(/ L$/, " litros")
      .replace("1 kilos", "1 kilo");
  return name;
}

function valueWords(draft: Draft, site: DemoSiteId, random: Random): string {
  const words: string[] = [];
  for (const [id, value] of draft.values) {
    const definition = definitionOf(id);
    if (definition.title === undefined || !random.chance(definition.title)) continue;
    const [prefix] = random.chance(0.7) ? listFor(site, definition.prefix) : [];
    const [suffix] = listFor(site, definition.suffix);
    const name =
      /^\p{Lu}\p{Ll}/u.test(value.name) && id !== "AUTHOR" && id !== "PROCESSOR"
        ? value.name.toLowerCase()
        : value.name;
    words.push([prefix, unitAsWritten(name, random), suffix].filter((word) => word !== undefined).join(" "));
  }
  return words.join(" ");
}

/** Words that cannot end a title. */
const dangling = / (?:a|com|con|de|e|em|en|para|sabor|sin|talle|tamanho|talla|x|y)$/;

/** Cuts a long title at a word. */
function shorten(title: string, maximum: number): string {
  if (title.length <= maximum) return title;
  const cut = title.slice(0, maximum + 1);
  let short = cut.slice(0, Math.max(cut.lastIndexOf(" "), 1)).trim();
  while (dangling.test(short)) short = short.replace(dangling, "");
  return short;
}

/** Writes a draft's title by a pattern, at most as long as the category allows. */
export function titleOf(
  draft: Draft,
  { stock, pattern, random }: { stock: Stock; pattern: Pattern; random: Random },
): string {
  const { site, category } = stock.leaf;
  const part = (letter: string): string | undefined => {
    if (letter === "N") return draft.noun;
    if (letter === "B") return draft.values.get("BRAND")?.name;
    if (letter === "M") return draft.values.get("MODEL")?.name;
    if (letter === "T") return draft.values.get("TRIM")?.name;
    if (letter === "Y") return draft.values.get("VEHICLE_YEAR")?.name;
    if (letter === "F") return draft.features[0];
    if (letter === "G") return draft.features[1];
    return valueWords(draft, site, random);
  };
  const parts = [...pattern].map(part).filter((text) => text !== undefined && text !== "");
  const title = shorten(
    parts.length === 0 ? draft.noun : parts.join(" "),
    category.settings.max_title_length,
  );
  return title.charAt(0).toUpperCase() + title.slice(1);
}
