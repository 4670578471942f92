import { dictionary, type Language } from "../../texts/texts.ts";

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

/** Why an order was canceled, by the code of the API, which says it in English. */
export const cancelWords: Readonly<Record<Exclude<Language, "en">, Readonly<Record<string, string>>>> = {
  es: {
    buyer_cancel_express: "el comprador canceló la compra",
    seller_cancelled: "el vendedor canceló la venta",
    operator_refunded: "un operador devolvió el pago",
    fraud: "la compra era un fraude",
    unfulfilled: "el vendedor no cumplió la venta",
    payment_expired: "la compra no se pagó a tiempo",
    shipment_not_delivered: "el envío no se entregó",
  },
  pt: {
    buyer_cancel_express: "o comprador cancelou a compra",
    seller_cancelled: "o vendedor cancelou a venda",
    operator_refunded: "um operador devolveu o pagamento",
    fraud: "a compra era uma fraude",
    unfulfilled: "o vendedor não cumpriu a venda",
    payment_expired: "a compra não foi paga a tempo",
    shipment_not_delivered: "o envio não foi entregue",
  },
};
