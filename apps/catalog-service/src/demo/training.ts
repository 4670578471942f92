import { type DemoLeaf, demoLeaves } from "./categories.ts";
import { draw, stockOf } from "./drafts.ts";
import type { DemoSiteId, TrainingTitle } from "./model.ts";
import { type Random, random } from "./random.ts";
import { listFor } from "./source.ts";
import { patternsFor, titleOf } from "./titles.ts";

/** What sellers write around the thing itself, per site. */
const habits =
  "oferta;nuevo;envío gratis;original;garantía oficial;cuotas sin interés;entrega inmediata;stock;liquidación;factura a;promo;usado impecable" +
  "|oferta;novo;frete grátis;original;com nota fiscal;envio imediato;pronta entrega;promoção;lacrado;garantia;usado em bom estado" +
  "|oferta;nuevo;envío gratis;original;sellado;garantía;despacho inmediato;stock disponible;liquidación;boleta o factura;usado en buen estado";

function dressed(title: string, site: DemoSiteId, draws: Random): string {
  const habit = draws.pick(listFor(site, habits));
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

function titlesOf(leaf: DemoLeaf): TrainingTitle[] {
  const { id, site_id, domain_id, settings } = leaf.category;
  const stock = stockOf(leaf);
  const patterns = patternsFor(stock, true);
  const draws = random(`training ${id}`);
  const titles = new Set<string>();
  const wanted = share(leaf);
  for (let attempt = 0; attempt < wanted * 4 && titles.size < wanted; attempt += 1) {
    const title = titleOf(draw(stock, draws), { stock, pattern: draws.pick(patterns), random: draws });
    const dress = dressed(title, site_id, draws).toLowerCase();
    if (dress.length <= settings.max_title_length) titles.add(dress);
  }
  return [...titles].map((title) => ({ title, category_id: id, domain_id: domain_id ?? "" }));
}

/** Labelled titles of a site for the category predictor: lower case, at least 30 distinct per leaf, always the same. */
export function trainingTitles(site: DemoSiteId): TrainingTitle[] {
  return demoLeaves(site).flatMap(titlesOf);
}
