import type { Calendar } from "../holiday-rules.ts";
import { fixed, named, nthMonday } from "../holiday-rules.ts";

export const mexico: Calendar = {
  source: "Ley Federal del Trabajo, art. 74",
  rules: [
    fixed("Año Nuevo", [1, 1]),
    nthMonday("Día de la Constitución", 1, 2),
    nthMonday("Natalicio de Benito Juárez", 3, 3),
    fixed("Día del Trabajo", [5, 1]),
    fixed("Día de la Independencia", [9, 16]),
    named("Transmisión del Poder Ejecutivo Federal", "national", ["2024-10-01", "2030-10-01"]),
    nthMonday("Día de la Revolución", 3, 11),
    fixed("Navidad", [12, 25]),
  ],
};
