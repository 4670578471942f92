import { describe, expect, it } from "vitest";
import { renderMail } from "./mail-templates.rules.ts";
import type { MailOrder } from "./outgoing-mail.repo.ts";

const order = { packId: 4600000001, userId: 1 };
const invoice: MailOrder = { ...order, kind: "fiscal_documents", details: { filenames: ["a.pdf", "b.xml"] } };
const request: MailOrder = { ...order, kind: "billing_request", details: { text: "¿CUIT?" } };

describe("an e-mail to a buyer", () => {
  it.each(["AR", "CL", "MX", "UY"])("is in Spanish on a site of %s", (countryId) => {
    const receiver = { firstName: "Ana", countryId };
    expect(renderMail(invoice, receiver)).toEqual({
      subject: "La factura de tu compra 4600000001",
      text: "Hola, Ana:\n\nQuien te vendió agregó a tu compra:\n\n  - a.pdf\n  - b.xml\n",
    });
    expect(renderMail(request, receiver)).toEqual({
      subject: "Datos de facturación de tu compra 4600000001",
      text: "Hola, Ana:\n\nQuien te vendió te pide datos de facturación:\n\n¿CUIT?\n",
    });
  });

  it("is in Portuguese in Brazil", () => {
    const receiver = { firstName: "João", countryId: "BR" };
    expect(renderMail(invoice, receiver)).toMatchObject({
      subject: "A nota fiscal da sua compra 4600000001",
      text: expect.stringMatching(/^Olá, João!\n/),
    });
    expect(renderMail(request, receiver).subject).toBe("Dados de faturamento da sua compra 4600000001");
  });
});
