import type { LabeledTitle } from "../discovery/model/features/training-set.ts";
import { type DemoLeaf, demoLeaves } from "./categories.ts";
import { draw, type Stock } from "./drafts.ts";
import { type Random, random } from "./random.ts";
import type { DemoSiteId } from "./sites.ts";
import { listFor } from "./source.ts";
import { stockWithSynonyms } from "./synonyms.ts";
import { patternsFor, titleOf } from "./titles.ts";

/** Phrases that sellers add to a title, per site. */
const phrases =
  "oferta;nuevo;envío gratis;original;garantía oficial;cuotas sin interés;entrega inmediata;stock;liquidación;factura a;promo;usado impecable" +
  "|oferta;novo;frete grátis;original;com nota fiscal;envio imediato;pronta entrega;promoção;lacrado;garantia;usado em bom estado" +
  "|oferta;nuevo;envío gratis;original;sellado;garantía;despacho inmediato;stock disponible;liquidación;boleta o factura;usado en buen estado";

const vehiclePhrases =
  "vendo;usado;usada;0km;impecable;oportunidad;permuto;financio;urgente;escucho ofertas;particular vende;poco uso" +
  "|vendo;usado;usada;0km;impecável;oportunidade;aceito troca;financio;urgente;particular vende;pouco rodado;seminovo" +
  "|vendo;usado;usada;0km;impecable;oportunidad;permuto;financiamiento;urgente;escucho ofertas;particular vende;poco uso" +
  "|vendo;seminuevo;usado;nuevo;impecable;oportunidad;acepto cambio;financiamiento;urge;a tratar;particular vende;poco uso";

/** For properties and services. */
const classifiedPhrases =
  "oportunidad;consultar;urgente;particular;escucho ofertas;excelente" +
  "|oportunidade;consulte;urgente;particular;aceito propostas;excelente" +
  "|oportunidad;consultar;urgente;particular;escucho ofertas;excelente";

function phrasesOf({ vehicles, leaf: { site, category } }: Stock): readonly string[] {
  const isClassified = category.settings.buying_modes.includes("classified");
  if (vehicles.length > 0) return listFor(site, vehiclePhrases);
  return listFor(site, isClassified ? classifiedPhrases : phrases);
}

function withPhrase(title: string, phrase: string, draws: Random): string {
  const way = draws.next();
  if (way < 0.55) return title;
  if (way < 0.75) return `${title} ${phrase}`;
  if (way < 0.85) return `${phrase} ${title}`;
  return title.normalize("NFD").replace(/\p{M}/gu, "");
}

/** Number of titles of a leaf: popular leaves have more, so that the model learns their prior. */
function share(leaf: DemoLeaf): number {
  return 70 + 25 * Math.min(leaf.source.weight ?? 1, 16);
}

/** Labels every title with the leaf's category. */
export const withCategory = (titles: ReadonlySet<string>, { category }: DemoLeaf): LabeledTitle[] =>
  Array.from(titles, (title) => ({ title, categoryId: category.id }));

function titlesOf(leaf: DemoLeaf): LabeledTitle[] {
  const { id, settings } = leaf.category;
  const stock = stockWithSynonyms(leaf);
  const patterns = patternsFor(stock, true);
  const leafPhrases = phrasesOf(stock);
  const draws = random(`training ${id}`);
  const titles = new Set<string>();
  const wanted = share(leaf);
  for (let attempt = 0; attempt < wanted * 4 && titles.size < wanted; attempt += 1) {
    const title = titleOf(draw(stock, draws), { stock, pattern: draws.pick(patterns), random: draws });
    const written = withPhrase(title, draws.pick(leafPhrases), draws).toLowerCase();
    if (written.length <= settings.max_title_length) titles.add(written);
  }
  return withCategory(titles, leaf);
}

/** Labeled titles of a site for the category predictor: lower case, at least 30 per leaf, deterministic. */
export function trainingTitles(site: DemoSiteId): LabeledTitle[] {
  return demoLeaves(site).flatMap(titlesOf);
}
