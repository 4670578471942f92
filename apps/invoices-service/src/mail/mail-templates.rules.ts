import { safeName } from "@marketplace/object-store";
import type { MailOrder } from "./outgoing-mail.repo.ts";

/** Subject and text of an e-mail. Plain text only, so that a seller's text is never markup. */
export interface MailContent {
  subject: string;
  text: string;
}

/** The buyer, as far as an e-mail depends on them. */
interface Receiver {
  firstName: string;
  /** ISO 3166-1 alpha-2. */
  countryId: string;
}

/** The wording of one language. */
interface Wording {
  greeting: (firstName: string) => string;
  invoice: { subject: (packId: number) => string; intro: string };
  billingData: { subject: (packId: number) => string; intro: string };
}

const spanish: Wording = {
  greeting: (firstName) => `Hola, ${firstName}:`,
  invoice: {
    subject: (packId) => `La factura de tu compra ${packId}`,
    intro: "Quien te vendió agregó a tu compra:",
  },
  billingData: {
    subject: (packId) => `Datos de facturación de tu compra ${packId}`,
    intro: "Quien te vendió te pide datos de facturación:",
  },
};

const portuguese: Wording = {
  greeting: (firstName) => `Olá, ${firstName}!`,
  invoice: {
    subject: (packId) => `A nota fiscal da sua compra ${packId}`,
    intro: "Quem vendeu adicionou à sua compra:",
  },
  billingData: {
    subject: (packId) => `Dados de faturamento da sua compra ${packId}`,
    intro: "Quem vendeu pede os seus dados de faturamento:",
  },
};

/** Sites sell in Portuguese in Brazil, and in Spanish elsewhere. */
const wordingFor = (countryId: string): Wording => (countryId === "BR" ? portuguese : spanish);

/** Renders an e-mail to a buyer, in the language of their site. */
export function renderMail(mail: MailOrder, { firstName, countryId }: Receiver): MailContent {
  const { greeting, invoice, billingData } = wordingFor(countryId);
  const { subject, intro } = mail.kind === "fiscal_documents" ? invoice : billingData;
  const lines =
    mail.kind === "fiscal_documents"
      ? mail.details.filenames.map((name) => `  - ${safeName(name, "fiscal_document")}`)
      : [mail.details.text];
  return {
    subject: subject(mail.packId),
    text: [greeting(firstName), "", intro, "", ...lines, ""].join("\n"),
  };
}
