import type { Calendar } from "../holiday-rules.ts";
import { easter, fixed, toNearestMonday } from "../holiday-rules.ts";

export const uruguay: Calendar = {
  source: "Leyes 14.977 (1979), 16.805 (1996, which moves) and 17.414 (2001)",
  rules: [
    fixed("Año Nuevo", [1, 1]),
    { ...fixed("Día de los Niños", [1, 6]), type: "optional" },
    easter("Lunes de Carnaval", -48, "optional"),
    easter("Martes de Carnaval", -47, "optional"),
    easter("Jueves de Turismo", -3, "optional"),
    easter("Viernes de Turismo", -2, "optional"),
    { ...fixed("Desembarco de los 33 Orientales", [4, 19], toNearestMonday), type: "optional" },
    fixed("Día de los Trabajadores", [5, 1]),
    { ...fixed("Batalla de Las Piedras", [5, 18], toNearestMonday), type: "optional" },
    { ...fixed("Natalicio de Artigas", [6, 19]), type: "optional" },
    fixed("Jura de la Constitución", [7, 18]),
    fixed("Declaratoria de la Independencia", [8, 25]),
    { ...fixed("Día de la Raza", [10, 12], toNearestMonday), type: "optional" },
    { ...fixed("Día de los Difuntos", [11, 2]), type: "optional" },
    fixed("Navidad", [12, 25]),
  ],
};
