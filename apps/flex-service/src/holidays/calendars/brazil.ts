import type { Calendar } from "../holiday-rules.ts";
import { easter, fixed } from "../holiday-rules.ts";

export const brazil: Calendar = {
  source:
    "Leis 662/1949, 6.802/1980, 9.093/1995, 10.607/2002 and 14.759/2023; Carnaval and Corpus Christi are pontos facultativos",
  rules: [
    fixed("Confraternização Universal", [1, 1]),
    easter("Segunda-feira de Carnaval", -48, "optional"),
    easter("Terça-feira de Carnaval", -47, "optional"),
    easter("Sexta-feira Santa", -2),
    fixed("Tiradentes", [4, 21]),
    fixed("Dia do Trabalho", [5, 1]),
    easter("Corpus Christi", 60, "optional"),
    fixed("Independência do Brasil", [9, 7]),
    fixed("Nossa Senhora Aparecida", [10, 12]),
    fixed("Finados", [11, 2]),
    fixed("Proclamação da República", [11, 15]),
    fixed("Dia Nacional de Zumbi e da Consciência Negra", [11, 20]),
    fixed("Natal", [12, 25]),
  ],
};
