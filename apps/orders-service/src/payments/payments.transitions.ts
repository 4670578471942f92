/** `authorized` is only listed. */
export const paymentStatuses = [
  "pending",
  "in_process",
  "authorized",
  "approved",
  "in_mediation",
  "rejected",
  "cancelled",
  "refunded",
  "charged_back",
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** What a payment begins as. */
export const newPaymentStatuses = ["approved", "pending", "in_process", "rejected"] as const;
export type NewPaymentStatus = (typeof newPaymentStatuses)[number];

const next: Readonly<Partial<Record<PaymentStatus, readonly PaymentStatus[]>>> = {
  pending: ["approved", "rejected", "cancelled"],
  in_process: ["approved", "rejected"],
  approved: ["refunded", "in_mediation", "charged_back"],
  in_mediation: ["approved", "refunded"],
};

/** Whether a payment moves so (spec: commerce.md 1.5). */
export const canMove = (from: PaymentStatus, to: PaymentStatus): boolean => next[from]?.includes(to) ?? false;

/** Moves that only an operator makes. */
export const isOperatorsMove = (from: PaymentStatus, to: PaymentStatus): boolean =>
  from === "in_mediation" || to === "in_mediation" || to === "charged_back";

/** Statuses of money that has come and did not go back. */
export const holdsMoney = (status: PaymentStatus): boolean =>
  status === "approved" || status === "in_mediation" || status === "charged_back";

/** Statuses in which it may still be approved. */
export const isOpen = (status: PaymentStatus): boolean => status === "pending" || status === "in_process";

/** What goes with a status (spec: commerce.md 1.1). */
export const statusDetails: Readonly<Record<PaymentStatus, string>> = {
  pending: "pending_waiting_payment",
  in_process: "pending_contingency",
  authorized: "pending_capture",
  approved: "accredited",
  in_mediation: "in_process",
  rejected: "cc_rejected_other_reason",
  cancelled: "expired",
  refunded: "refunded",
  charged_back: "settled",
};
