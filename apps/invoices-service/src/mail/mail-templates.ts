import { safeName } from "../fiscal-documents/content-disposition.rules.ts";
import type { MailOrder } from "./outgoing-mail.repo.ts";

/** Subject and text of an e-mail. Plain text only, so that a seller's text is never markup. */
export interface MailContent {
  subject: string;
  text: string;
}

/** Renders an e-mail to a buyer. */
export function renderMail(mail: MailOrder, { firstName }: { firstName: string }): MailContent {
  const greeting = `Hello ${firstName},`;
  if (mail.kind === "fiscal_documents") {
    const names = mail.details.filenames.map((name) => `  - ${safeName(name)}`);
    return {
      subject: `The invoice of your purchase ${mail.packId}`,
      text: [greeting, "", "the seller has uploaded to your purchase:", "", ...names, ""].join("\n"),
    };
  }
  return {
    subject: `Billing data for your purchase ${mail.packId}`,
    text: [greeting, "", "the seller asks you for billing data:", "", mail.details.text, ""].join("\n"),
  };
}
