import type { LabeledTitle } from "./features/training-set.ts";

const things: Record<string, string[]> = {
  phones: ["Celular", "Teléfono inteligente", "Smartphone"],
  shoes: ["Zapatillas", "Botas de cuero", "Zapatos"],
  lamps: ["Lámpara de pie", "Velador", "Foco LED"],
  drills: ["Taladro percutor", "Atornillador", "Taladro inalámbrico"],
};
const makers = ["Norte", "Brumal", "Kantor", "Alerce", "Sauce"];
const kinds = ["negro", "azul", "para niños", "de mujer", "oferta", "nuevo", "220 v", "talle 40"];

/** A small shop's titles: four categories, 120 titles each, all different. */
export function sampleTitles(): LabeledTitle[] {
  return Object.entries(things).flatMap(([categoryId, names]) =>
    names.flatMap((name) =>
      makers.flatMap((maker) => kinds.map((kind) => ({ title: `${name} ${maker} ${kind}`, categoryId }))),
    ),
  );
}
