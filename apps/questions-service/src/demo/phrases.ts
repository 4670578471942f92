/** Texts of the demo's questions and answers, by the site's language. */
export const phrases: Readonly<
  Record<"es" | "pt", { questions: readonly string[]; answers: readonly string[] }>
> = {
  es: {
    questions: [
      "Hola, ¿tienen stock disponible?",
      "Buenas, ¿hacen envíos al interior?",
      "¿El precio es final o tiene algún recargo?",
      "¿Cuánto demora en llegar a Rosario?",
      "¿Viene con garantía oficial?",
      "¿Hacen factura A?",
      "¿Aceptan devolución si no es lo que esperaba?",
      "¿Es original? ¿Viene sellado?",
      "¿Se puede retirar en persona?",
      "¿Qué medidas tiene exactamente?",
      "¿Lo tienen en otro color?",
      "Si compro dos, ¿me hacen descuento?",
      "¿Sigue publicado? Me interesa comprarlo hoy",
      "¿Trae manual y cables?",
    ],
    answers: [
      "¡Hola! Sí, tenemos stock. Esperamos tu compra.",
      "Buen día, enviamos a todo el país.",
      "Hola, el precio publicado es final.",
      "Sí, tiene doce meses de garantía oficial.",
      "Hola, es original y viene en su caja cerrada.",
      "Por el momento solo en ese color. ¡Saludos!",
      "Sí, podés retirarlo en nuestro local de lunes a viernes.",
    ],
  },
  pt: {
    questions: [
      "Olá, tem em estoque?",
      "Bom dia, qual o prazo de entrega?",
      "O produto é original?",
      "Vocês emitem nota fiscal?",
      "Tem garantia de fábrica?",
      "Posso retirar em mãos?",
      "Tem desconto levando duas unidades?",
      "Quais são as medidas?",
    ],
    answers: [
      "Olá! Temos em estoque, pode comprar.",
      "Bom dia, enviamos no mesmo dia útil.",
      "Sim, original com nota fiscal e garantia.",
      "Infelizmente só enviamos pelo correio.",
    ],
  },
};
