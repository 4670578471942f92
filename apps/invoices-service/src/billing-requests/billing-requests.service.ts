import { type Caller, type InvalidInput, isBlank, type Problem } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { packIdProblem } from "../packs/pack-id.schema.ts";
import { packOfSeller } from "../packs/packs.service.ts";
import { problems } from "../problems.ts";

/** Longest text, in characters (spec: Invoices, Limits). */
const maxTextLength = 500;

/** What a seller asks a buyer. */
export interface BillingRequest {
  packId: number;
  buyerId: number;
  text: string;
}

/** Checks a request of the caller to the pack's buyer; throws its first problem. */
export async function askableBillingData(
  deps: Deps,
  { userId }: Caller,
  { packId, text }: { packId: number; text: string },
): Promise<BillingRequest> {
  const { buyerId } = await packOfSeller(deps, packId, userId);
  const [seller] = await deps.identity.users({ ids: [userId] });
  if (!seller?.messaging_allowed) throw problems.messaging_not_allowed();
  checkText(text);
  return { packId, buyerId, text };
}

/** Asks a pack's buyer for billing data, by e-mail and by an event (decisions 5.7). */
export async function requestBillingData(
  deps: Deps,
  { packId, buyerId, text }: BillingRequest,
): Promise<void> {
  const at = deps.clock.now();
  await deps.transaction(async () => {
    await deps.mail.add({ kind: "billing_request", packId, userId: buyerId, details: { text } }, at);
    const resource = `/packs/${packId}/fiscal_documents/request`;
    await deps.outbox.record({ topic: "messages", resource, userId: buyerId, occurredAt: at });
  });
}

const because = (code: string, message: string) => ({
  cause: [{ code, message, references: ["body.text"] }],
});

function checkText(text: string): void {
  if (isBlank(text)) throw problems.text_empty(because("empty", "must not be blank"));
  if ([...text].length > maxTextLength)
    throw problems.text_too_long(because("too_long", `is over ${maxTextLength} characters`));
  // A text without a letter or digit of any script is not valid.
  if (!/[\p{L}\p{N}]/u.test(text))
    throw problems.text_not_valid(because("not_valid", "has no letter or digit"));
}

/** The problem of invalid input: for an absent and a malformed body the specification lists 500. */
export function requestProblem(input: InvalidInput): Problem | undefined {
  const { where, causes } = input;
  if (where === "params") return packIdProblem(input);
  if (where === "syntax") return problems.body_unreadable();
  if (where !== "body") return undefined;
  const missing = causes.flatMap(({ code, references }) => (code === "required" ? references : []));
  if (missing.includes("body")) return problems.body_empty();
  return missing.includes("body.text") ? problems.text_empty({ cause: causes }) : undefined;
}
