import * as catalog from "@marketplace/catalog-service";
import { common, commonHelp, type HelpFor, type ProblemEntry } from "@marketplace/conventions";
import * as gateway from "@marketplace/edge-gateway";
import * as flex from "@marketplace/flex-service";
import * as invoices from "@marketplace/invoices-service";
import * as orders from "@marketplace/orders-service";
import * as questions from "@marketplace/questions-service";
import * as sandbox from "@marketplace/sandbox";

/** An error that the product answers with. */
export interface ExplainedError {
  /** The name that the answer's `Link` points to. Areas may share one. */
  key: string;
  area: string;
  status: number;
  /** `error` of the body. */
  code: string;
  /** `message` of the body, with `<name>` in place of each value. */
  message: string;
  why: string;
  remedy: string;
}

type Catalog = Readonly<Record<string, ProblemEntry>>;

function explained<C extends Catalog>(area: string, problems: C, help: HelpFor<C>): ExplainedError[] {
  return Object.entries(problems).map(([key, { status, error, template }]) => {
    const { why, remedy } = help[key as keyof C];
    return { key, area, status, code: error, message: template, why, remedy };
  });
}

/** Every error of every area, in the order in which they are declared. */
export const errorCatalog = (): ExplainedError[] => [
  ...explained("every resource", common, commonHelp),
  ...explained("catalog", catalog.problems, catalog.problemHelp),
  ...explained("questions", questions.problems, questions.problemHelp),
  ...explained("orders", orders.problems, orders.problemHelp),
  ...explained("messages", orders.messageProblems, orders.messageHelp),
  ...explained("invoices", invoices.problems, invoices.problemHelp),
  ...explained("Flex", flex.problems, flex.problemHelp),
  ...explained("users and applications", gateway.problems, gateway.problemHelp),
  ...explained("OAuth", gateway.oauthProblems, gateway.oauthHelp),
  ...explained("sign-in at an issuer", gateway.oidcProblems, gateway.oidcHelp),
  ...explained("second factors", gateway.totpProblems, gateway.totpHelp),
  ...explained("sandbox lab", sandbox.problems, sandbox.problemHelp),
];
