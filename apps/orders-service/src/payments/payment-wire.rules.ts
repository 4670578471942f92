import type { UserProfile } from "@marketplace/contracts";
import { platformTimestamp } from "@marketplace/conventions";
import type { z } from "zod";
import { minus, shareOf, sumOf, times } from "../orders/money.rules.ts";
import type { Order } from "../orders/order-record.schema.ts";
import type { Payment, Refund } from "./payments.repo.ts";
import type { Collection, OrderPayment, RefundRecord } from "./payments.schema.ts";

const momentOrNull = (date: Date | null): string | null => date && platformTimestamp(date);

export const totalOf = ({ unitPrice, quantity }: Pick<Order, "unitPrice" | "quantity">): number =>
  times(unitPrice, quantity);

/** The fee of the sale, by parts where several payments share the order. */
const feeOf = ({ amount }: Payment, order: Order): number =>
  shareOf(times(order.saleFee, order.quantity), amount, totalOf(order));

/** The amounts that a payment has in its order and alone. */
const amountsOf = ({ amount, shippingCost, refunded }: Payment) => ({
  transaction_amount: amount,
  transaction_amount_refunded: refunded,
  taxes_amount: 0,
  shipping_cost: shippingCost,
  overpaid_amount: 0,
  total_paid_amount: sumOf(amount, shippingCost),
});

const installmentOf = ({ amount, shippingCost, installments }: Payment): number | null =>
  installments > 1 ? shareOf(sumOf(amount, shippingCost), 1, installments) : null;

/** A payment as it stands in its order. */
export const orderPayment = (payment: Payment, order: Order): z.output<typeof OrderPayment> => ({
  id: payment.id,
  order_id: order.id,
  payer_id: order.buyerId,
  collector: { id: order.sellerId },
  card_id: null,
  reason: order.title ?? order.itemId,
  site_id: order.siteId,
  payment_method_id: payment.methodId,
  payment_type: payment.type,
  currency_id: order.currencyId,
  installments: payment.installments,
  issuer_id: null,
  atm_transfer_reference: { transaction_id: null, company_id: null },
  coupon_id: null,
  coupon_amount: 0,
  activation_uri: null,
  operation_type: "regular_payment",
  available_actions: payment.status === "approved" ? ["refund"] : [],
  status: payment.status,
  status_code: null,
  status_detail: payment.statusDetail,
  ...amountsOf(payment),
  installment_amount: installmentOf(payment),
  deferred_period: null,
  date_approved: momentOrNull(payment.approvedAt),
  transaction_order_id: null,
  date_created: platformTimestamp(payment.createdAt),
  date_last_modified: platformTimestamp(payment.lastUpdated),
  marketplace_fee: feeOf(payment, order),
  reference_id: null,
  authorization_code: null,
});

export const refundRecord = ({
  id,
  paymentId,
  amount,
  createdAt,
}: Refund): z.output<typeof RefundRecord> => ({
  id,
  payment_id: paymentId,
  amount,
  status: "approved",
  date_created: platformTimestamp(createdAt),
});

const releaseAfterMs = 28 * 86_400_000;

/** A payment by its own id. */
export function collection(
  payment: Payment,
  order: Order,
  { payer, now }: { payer: UserProfile | undefined; now: Date },
): z.output<typeof Collection> {
  const { approvedAt, refunded, amount } = payment;
  const releasedAt = approvedAt && new Date(approvedAt.getTime() + releaseAfterMs);
  const fee = feeOf(payment, order);
  return {
    id: payment.id,
    site_id: order.siteId,
    date_created: platformTimestamp(payment.createdAt),
    date_approved: momentOrNull(approvedAt),
    money_release_date: momentOrNull(releasedAt),
    last_modified: platformTimestamp(payment.lastUpdated),
    reason: order.title ?? order.itemId,
    currency_id: order.currencyId,
    ...amountsOf(payment),
    coupon_amount: 0,
    amount_refunded: refunded,
    status: payment.status,
    status_detail: payment.statusDetail,
    payment_type: payment.type,
    payment_method_id: payment.methodId,
    installments: payment.installments,
    installment_amount: installmentOf(payment),
    marketplace: "MELI",
    operation_type: "regular_payment",
    external_reference: String(order.id),
    order_id: String(order.id),
    refunds: payment.refunds.map(refundRecord),
    net_received_amount: minus(amount, fee),
    mercadopago_fee: 0,
    marketplace_fee: fee,
    finance_fee: 0,
    coupon_fee: 0,
    discount_fee: 0,
    released: releasedAt && releasedAt <= now ? "yes" : "no",
    collector_id: order.sellerId,
    payer: {
      id: order.buyerId,
      email: payer?.email ?? null,
      phone: payer?.phone ?? null,
      identification: {
        type: payer?.identification?.type ?? null,
        number: payer?.identification?.number ?? null,
      },
    },
    cardholder: null,
    authorization_code: null,
    issuer_id: null,
  };
}
