import type { Calendar } from "../holiday-rules.ts";
import { byWeekday, easter, fixed } from "../holiday-rules.ts";

// Tuesday and Saturday go back a day, Sunday goes on one, Wednesday and Thursday go to that week's Friday.
const ecuadorian = byWeekday([1, 0, -1, 2, 1, 0, -1]);

export const ecuador: Calendar = {
  source:
    "Código del Trabajo, art. 65, as reformed in 2016; the pair of November as the official calendar places it",
  rules: [
    fixed("Año Nuevo", [1, 1]),
    easter("Lunes de Carnaval", -48),
    easter("Martes de Carnaval", -47),
    easter("Viernes Santo", -2),
    fixed("Día del Trabajo", [5, 1], ecuadorian),
    fixed("Batalla de Pichincha", [5, 24], ecuadorian),
    fixed("Primer Grito de Independencia", [8, 10], ecuadorian),
    fixed("Independencia de Guayaquil", [10, 9], ecuadorian),
    // Two holidays in a row move as a pair: the weekday of the first decides for both.
    fixed("Día de los Difuntos", [11, 2], byWeekday([1, 0, -1, 1, 0, -1, -1])),
    fixed("Independencia de Cuenca", [11, 3], byWeekday([1, 1, 0, -1, 1, 0, -1])),
    { ...fixed("Fundación de Quito", [12, 6], ecuadorian), type: "local" },
    fixed("Navidad", [12, 25]),
  ],
};
