import { dayMs } from "@marketplace/conventions";
import type { Rating, Side } from "../feedback/feedback.rules.ts";
import type { NewOrder } from "../orders/order-record.schema.ts";
import type { Draws } from "./draws.rules.ts";

/** Feedback of an order of the demo. */
export interface PastFeedback {
  side: Side;
  rating: Rating;
  message: string;
  createdAt: Date;
  visibleAt: Date | null;
}

const words: Record<"es" | "pt", Record<Rating, readonly string[]>> = {
  es: {
    positive: ["Excelente, muy recomendable", "Todo perfecto, gracias", "Llegó antes de lo esperado"],
    neutral: ["Bien, aunque demoró un poco", "Correcto"],
    negative: ["Tardó mucho en responder", "No es lo que esperaba"],
  },
  pt: {
    positive: ["Excelente, recomendo", "Tudo certo, obrigado", "Chegou antes do prazo"],
    neutral: ["Bom, mas demorou um pouco", "Tudo em ordem"],
    negative: ["Demorou muito para responder", "Não é o que eu esperava"],
  },
};

const ratingOf = (drawn: number): Rating => {
  if (drawn < 0.92) return "positive";
  return drawn < 0.97 ? "neutral" : "negative";
};

/** What the sides of a delivered order said: both, the buyer alone, or nobody. */
export function pastFeedback(
  { siteId, createdAt, shippingMode }: NewOrder,
  { draws, now }: { draws: Draws; now: Date },
): PastFeedback[] {
  const drawn = draws.next();
  const age = now.getTime() - createdAt.getTime();
  if (drawn > 0.42 || age < 9 * dayMs || shippingMode !== "me2") return [];
  const texts = words[siteId === "MLB" ? "pt" : "es"];
  const given = (side: Side, days: number): PastFeedback => {
    const rating = ratingOf(draws.next());
    const at = new Date(createdAt.getTime() + days * dayMs);
    return { side, rating, message: draws.pick(texts[rating]), createdAt: at, visibleAt: null };
  };
  const bought = given("purchase", 7);
  if (drawn > 0.3) return [bought];
  const sold = given("sale", 8);
  return [bought, sold].map((each) => ({ ...each, visibleAt: sold.createdAt }));
}
