import type { IncomingMessage } from "node:http";
import { type Application, isUsable } from "../applications/applications.repo.ts";
import type { Deps } from "../deps.ts";
import { hasHash, hashOf } from "../tokens/token-text.rules.ts";
import { basicChallenge, oauthProblems } from "./oauth.problems.ts";
import type { Parameters } from "./parameters.rules.ts";
import type { Credentials } from "./proven-clients.service.ts";

const clientIdForm = /^\d{1,16}$/;
/** Compared with when there is no such client, so that an answer takes the same time. */
const nobodysHash = hashOf("");

const basicScheme = /^Basic(?: (.*))?$/i;

/** What a token request claims, before anything is proven; `undefined` when it cannot be read. */
export function claimedCredentials(req: IncomingMessage, parameters: Parameters): Credentials | undefined {
  const header = basicScheme.exec(req.headers.authorization ?? "");
  if (header) return basicCredentials(header[1]?.trimStart() ?? "");
  return { id: parameters.get("client_id"), secret: parameters.get("client_secret") };
}

/** The application that authenticates by parameters or HTTP Basic; throws `invalid_client`. */
export async function authenticateClient(
  deps: Deps,
  req: IncomingMessage,
  parameters: Parameters,
): Promise<Application> {
  const header = basicScheme.exec(req.headers.authorization ?? "");
  const sent = { id: parameters.get("client_id"), secret: parameters.get("client_secret") };
  if (!header) return prove(deps, sent, () => oauthProblems.invalid_client());
  if (sent.secret !== undefined)
    throw oauthProblems.invalid_request({
      reason: "Send the client_secret once: as a parameter or by HTTP Basic",
    });
  const refuse = () => oauthProblems.invalid_client_basic(basicChallenge);
  const credentials = basicCredentials(header[1]?.trimStart() ?? "");
  if (!credentials || (sent.id !== undefined && sent.id !== credentials.id)) throw refuse();
  return prove(deps, credentials, refuse);
}

async function prove(deps: Deps, { id, secret }: Credentials, refuse: () => Error): Promise<Application> {
  const known =
    id !== undefined && clientIdForm.test(id) ? await deps.applications.find(Number(id)) : undefined;
  // The console runs in browsers, which keep no secret: its codes need a PKCE verifier.
  if (known?.builtin && secret === undefined && isUsable(known)) return known;
  const proven = known ? isSecretOf(deps, known, secret ?? "") : hasHash(secret ?? "", nobodysHash);
  if (!known || !isUsable(known) || secret === undefined || !proven) throw refuse();
  return known;
}

/** Whether it is the present secret, or the former one while that still works. */
function isSecretOf({ clock }: Deps, { secret_hash, former_secret }: Application, secret: string): boolean {
  if (hasHash(secret, secret_hash)) return true;
  return (
    former_secret !== undefined && clock.now() < former_secret.until && hasHash(secret, former_secret.hash)
  );
}

/** RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
function basicCredentials(text: string): { id: string; secret: string } | undefined {
  const decoded = Buffer.from(text, "base64").toString();
  const colon = decoded.indexOf(":");
  if (colon < 0) return undefined;
  try {
    const part = (raw: string) => decodeURIComponent(raw.replaceAll("+", " "));
    return { id: part(decoded.slice(0, colon)), secret: part(decoded.slice(colon + 1)) };
  } catch {
    return undefined;
  }
}
