import type { Calendar } from "../holiday-rules.ts";
import { byWeekday, easter, fixed } from "../holiday-rules.ts";

// Ley Emiliani: any day but Monday goes to the Monday after.
const toNextMonday = byWeekday([1, 0, 6, 5, 4, 3, 2]);

export const colombia: Calendar = {
  source: "Ley 51 de 1983 (Ley Emiliani); Código Sustantivo del Trabajo, art. 177",
  rules: [
    fixed("Año Nuevo", [1, 1]),
    fixed("Día de los Reyes Magos", [1, 6], toNextMonday),
    fixed("Día de San José", [3, 19], toNextMonday),
    easter("Jueves Santo", -3),
    easter("Viernes Santo", -2),
    fixed("Día del Trabajo", [5, 1]),
    easter("Ascensión del Señor", 43),
    easter("Corpus Christi", 64),
    easter("Sagrado Corazón de Jesús", 71),
    fixed("San Pedro y San Pablo", [6, 29], toNextMonday),
    fixed("Día de la Independencia", [7, 20]),
    fixed("Batalla de Boyacá", [8, 7]),
    fixed("Asunción de la Virgen", [8, 15], toNextMonday),
    fixed("Día de la Raza", [10, 12], toNextMonday),
    fixed("Día de Todos los Santos", [11, 1], toNextMonday),
    fixed("Independencia de Cartagena", [11, 11], toNextMonday),
    fixed("Inmaculada Concepción", [12, 8]),
    fixed("Navidad", [12, 25]),
  ],
};
