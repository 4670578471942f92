import { type DemoLeaf, demoLeaves } from "./categories.ts";
import { draw, type Stock } from "./drafts.ts";
import type { DemoSiteId, TrainingTitle } from "./model.ts";
import { type Random, random } from "./random.ts";
import { listFor } from "./source.ts";
import { stockWithSynonyms } from "./synonyms.ts";
import { patternsFor, titleOf } from "./titles.ts";

/** What sellers write around the thing itself, per site. */
const habits =
  "oferta;nuevo;envío gratis;original;garantía oficial;cuotas sin interés;entrega inmediata;stock;liquidación;factura a;promo;usado impecable" +
  "|oferta;novo;frete grátis;original;com nota fiscal;envio imediato;pronta entrega;promoção;lacrado;garantia;usado em bom estado" +
  "|oferta;nuevo;envío gratis;original;sellado;garantía;despacho inmediato;stock disponible;liquidación;boleta o factura;usado en buen estado";

const vehicleHabits =
  "vendo;usado;usada;0km;impecable;oportunidad;permuto;financio;urgente;escucho ofertas;particular vende;poco uso" +
  "|vendo;usado;usada;0km;impecável;oportunidade;aceito troca;financio;urgente;particular vende;pouco rodado;seminovo" +
  "|vendo;usado;usada;0km;impecable;oportunidad;permuto;financiamiento;urgente;escucho ofertas;particular vende;poco uso";

/** Of properties and services. */
const classifiedHabits =
  "oportunidad;consultar;urgente;particular;escucho ofertas;excelente" +
  "|oportunidade;consulte;urgente;particular;aceito propostas;excelente" +
  "|oportunidad;consultar;urgente;particular;escucho ofertas;excelente";

function habitsOf({ vehicles, leaf: { category } }: Stock): readonly string[] {
  const isClassified = category.settings.buying_modes.includes("classified");
  if (vehicles.length > 0) return listFor(category.site_id, vehicleHabits);
  return listFor(category.site_id, isClassified ? classifiedHabits : habits);
}

function dressed(title: string, habit: string, draws: Random): string {
  const way = draws.next();
  if (way < 0.55) return title;
  if (way < 0.75) return `${title} ${habit}`;
  if (way < 0.85) return `${habit} ${title}`;
  return title.normalize("NFD").replace(/\p{M}/gu, "");
}

/** How many titles a leaf gives; popular ones more, so that the model learns what is common. */
function share(leaf: DemoLeaf): number {
  return 70 + 25 * Math.min(leaf.source.weight ?? 1, 16);
}

/** The same category for each of the titles. */
export const labelled = (
  titles: ReadonlySet<string>,
  { category: { id, domain_id } }: DemoLeaf,
): TrainingTitle[] => Array.from(titles, (title) => ({ title, category_id: id, domain_id: domain_id ?? "" }));

function titlesOf(leaf: DemoLeaf): TrainingTitle[] {
  const { id, settings } = leaf.category;
  const stock = stockWithSynonyms(leaf);
  const patterns = patternsFor(stock, true);
  const habitual = habitsOf(stock);
  const draws = random(`training ${id}`);
  const titles = new Set<string>();
  const wanted = share(leaf);
  for (let attempt = 0; attempt < wanted * 4 && titles.size < wanted; attempt += 1) {
    const title = titleOf(draw(stock, draws), { stock, pattern: draws.pick(patterns), random: draws });
    const dress = dressed(title, draws.pick(habitual), draws).toLowerCase();
    if (dress.length <= settings.max_title_length) titles.add(dress);
  }
  return labelled(titles, leaf);
}

/** Labelled titles of a site for the category predictor: lower case, at least 30 distinct per leaf, always the same. */
export function trainingTitles(site: DemoSiteId): TrainingTitle[] {
  return demoLeaves(site).flatMap(titlesOf);
}
