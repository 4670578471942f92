import { dictionary } from "../../texts/texts.ts";

/** The states of orders, as the API names them, in words. */
export const statusTexts = dictionary(
  {
    confirmed: "confirmed",
    payment_required: "to be paid",
    payment_in_process: "payment under way",
    partially_paid: "paid in part",
    paid: "paid",
    partially_refunded: "refunded in part",
    pending_cancel: "being canceled",
    cancelled: "canceled",
    invalid: "invalid",
  },
  {
    es: {
      confirmed: "confirmada",
      payment_required: "por pagar",
      payment_in_process: "pago en curso",
      partially_paid: "pagada en parte",
      paid: "pagada",
      partially_refunded: "devuelta en parte",
      pending_cancel: "cancelándose",
      cancelled: "cancelada",
      invalid: "inválida",
    },
    pt: {
      confirmed: "confirmado",
      payment_required: "a pagar",
      payment_in_process: "pagamento em curso",
      partially_paid: "pago em parte",
      paid: "pago",
      partially_refunded: "devolvido em parte",
      pending_cancel: "em cancelamento",
      cancelled: "cancelado",
      invalid: "inválido",
    },
  },
);
