import { dictionary } from "../../texts/texts.ts";

export const scenarioTexts = dictionary(
  {
    title: "Triggers and scenarios",
    about: "Make something happen, and see what it did.",
    triggers: "Triggers",
    triggersAbout: "Each one makes an event happen by calls of the public API, as users of this world.",
    values: "Values",
    run: "Run",
    ran: (event: string) => `${event} has happened`,
    steps: "What was called",
    created: "What came of it",
    requests: "See the requests",
    scenarios: "Scenarios",
    scenariosAbout:
      "Stories of triggers and clock steps, with expectations. They move the clock of the world.",
    passed: "went as expected",
    failed: "differs",
    running: "It is running. Some scenarios take a minute.",
    invalid: "The values must be JSON.",
  },
  {
    es: {
      title: "Disparadores y escenarios",
      about: "Haz que algo ocurra y mira qué hizo.",
      triggers: "Disparadores",
      triggersAbout:
        "Cada uno hace que ocurra un evento con llamadas a la API pública, como usuarios de este mundo.",
      values: "Valores",
      run: "Ejecutar",
      ran: (event) => `${event} ocurrió`,
      steps: "Lo que se llamó",
      created: "Lo que resultó",
      requests: "Ver las solicitudes",
      scenarios: "Escenarios",
      scenariosAbout:
        "Historias de disparadores y pasos del reloj, con expectativas. Mueven el reloj del mundo.",
      passed: "como se esperaba",
      failed: "difiere",
      running: "Está en marcha. Algunos escenarios tardan un minuto.",
      invalid: "Los valores deben ser JSON.",
    },
    pt: {
      title: "Disparadores e cenários",
      about: "Faça algo acontecer e veja o que fez.",
      triggers: "Disparadores",
      triggersAbout:
        "Cada um faz um evento acontecer com chamadas da API pública, como usuários deste mundo.",
      values: "Valores",
      run: "Executar",
      ran: (event) => `${event} aconteceu`,
      steps: "O que foi chamado",
      created: "O que resultou",
      requests: "Ver as requisições",
      scenarios: "Cenários",
      scenariosAbout:
        "Histórias de disparadores e passos do relógio, com expectativas. Movem o relógio do mundo.",
      passed: "como esperado",
      failed: "difere",
      running: "Está em execução. Alguns cenários levam um minuto.",
      invalid: "Os valores devem ser JSON.",
    },
  },
);
