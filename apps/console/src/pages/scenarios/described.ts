import type { Language } from "../../texts/texts.ts";

type Described = Readonly<Record<Exclude<Language, "en">, Readonly<Record<string, string>>>>;

/** What triggers do. The API says it in English. */
export const triggerDescriptions: Described = {
  es: {
    "application.unreachable":
      "Por un rato las notificaciones ya no llegan a una aplicación: no se hace ningún intento",
    "flex.assigned": "Se asigna un conductor al envío Flex de una orden nueva",
    "invoice.requested": "El vendedor de una orden nueva pide al comprador sus datos de facturación",
    "invoice.uploaded": "El vendedor de una orden nueva sube su factura",
    "item.closed": "Un vendedor cierra una publicación nueva",
    "item.created": "Un vendedor publica un artículo como item_active de la demo",
    "item.paused": "Un vendedor pausa una publicación nueva",
    "order.cancelled": "Un comprador compra un artículo nuevo y cancela la orden",
    "order.paid": "Un comprador compra un artículo nuevo y paga en el momento",
    "pack.paid": "Un comprador compra juntos dos artículos nuevos de un vendedor",
    "question.answered": "Un comprador pregunta por un artículo, y su vendedor responde",
    "question.asked": "Un comprador pregunta por un artículo",
    "question.banned": "Un comprador pregunta por un artículo, y un operador veta la pregunta",
    "shipment.delivered": "El envío de una orden nueva se entrega",
    "shipment.not_delivered": "El envío de una orden nueva es rechazado en la puerta",
    "shipment.ready_to_ship":
      "Un comprador compra un artículo nuevo: su envío queda listo para enviar y sigue así",
    "shipment.shipped": "El envío de una orden nueva sale",
    "token.revoked": "Se revocan los tokens de un usuario nuevo",
  },
  pt: {
    "application.unreachable":
      "Por um tempo as notificações não chegam mais a um aplicativo: nenhuma tentativa é feita",
    "flex.assigned": "Um motorista é designado ao envio Flex de um pedido novo",
    "invoice.requested": "O vendedor de um pedido novo pede ao comprador os dados de faturamento",
    "invoice.uploaded": "O vendedor de um pedido novo envia a nota fiscal",
    "item.closed": "Um vendedor encerra um anúncio novo",
    "item.created": "Um vendedor anuncia um produto como item_active da demo",
    "item.paused": "Um vendedor pausa um anúncio novo",
    "order.cancelled": "Um comprador compra um produto novo e cancela o pedido",
    "order.paid": "Um comprador compra um produto novo e paga na hora",
    "pack.paid": "Um comprador compra juntos dois produtos novos de um vendedor",
    "question.answered": "Um comprador pergunta sobre um produto, e o vendedor responde",
    "question.asked": "Um comprador pergunta sobre um produto",
    "question.banned": "Um comprador pergunta sobre um produto, e um operador veta a pergunta",
    "shipment.delivered": "O envio de um pedido novo é entregue",
    "shipment.not_delivered": "O envio de um pedido novo é recusado na porta",
    "shipment.ready_to_ship":
      "Um comprador compra um produto novo: o envio fica pronto para enviar e continua assim",
    "shipment.shipped": "O envio de um pedido novo sai",
    "token.revoked": "Os tokens de um usuário novo são revogados",
  },
};

/** What scenarios show. */
export const scenarioDescriptions: Described = {
  es: {
    "flex-day": "Una venta Flex sale con un conductor, y se entrega el día que dice el plan",
    "hot-sale":
      "Quinientas compras de un artículo del que hay cien: cien órdenes, ninguna unidad se vende dos veces",
    "order-lifecycle":
      "Una orden se paga, se envía según el plan del sandbox, se entrega, recibe su factura y ambas partes la califican",
    "refresh-race":
      "Dos renovaciones de un mismo refresh token a la vez: una gana, la otra recibe invalid_grant, y un token gastado se rechaza",
    "webhook-outage": "Un receptor está caído: las notificaciones se reintentan, y le llegan cuando vuelve",
  },
  pt: {
    "flex-day": "Uma venda Flex sai com um motorista, e é entregue no dia que o plano diz",
    "hot-sale":
      "Quinhentas compras de um produto do qual há cem: cem pedidos, nenhuma unidade vendida duas vezes",
    "order-lifecycle":
      "Um pedido é pago, é enviado segundo o plano do sandbox, é entregue, recebe a nota fiscal e é avaliado pelas duas partes",
    "refresh-race":
      "Duas renovações de um mesmo refresh token ao mesmo tempo: uma ganha, a outra recebe invalid_grant, e um token gasto é recusado",
    "webhook-outage": "Um receptor está fora do ar: as notificações são repetidas, e chegam quando ele volta",
  },
};
