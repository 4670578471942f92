import { createHash } from "node:crypto";
import type { Caller } from "../declare/caller.ts";
import { common } from "../declare/common-problems.ts";
import type { Operation } from "../declare/declare.ts";
import type {
  IdempotencyScope,
  IdempotencyStore,
  KeepOnce,
  Once,
  OncePerForm,
  OncePerKey,
  OncePerPart,
  OnceStep,
  StoredAnswer,
} from "../declare/idempotency-store.ts";
import type { Exchange } from "../request/exchange.ts";
import { isMultipart } from "../request/input.ts";
import { jsonText, Reply, replyOf } from "./reply.ts";

const keyForm = /^[\x21-\x7e]{1,255}$/;

function keyOf<Deps>(operation: Operation<Deps>, exchange: Exchange): string | undefined {
  const key = exchange.req.headers["idempotency-key"];
  if (!operation.creates || key === undefined) return undefined;
  if (typeof key === "string" && keyForm.test(key)) return key;
  const message = "Idempotency-Key must be 1 to 255 visible ASCII characters";
  throw common.bad_request(
    { message },
    { cause: [{ code: "invalid_header", message, references: ["header.idempotency-key"] }] },
  );
}

interface Attempt<Deps> {
  operation: Operation<Deps>;
  exchange: Exchange;
  /** Without a caller the key is ignored: anonymous callers have no keys of their own. */
  caller: Caller | undefined;
  body: unknown;
}

const withoutKey: OncePerKey = {
  async once({ change, finish, answer }) {
    const done = await change();
    return answer(finish ? await finish(done) : done);
  },
  oncePerForm: (_sent, work) => work(withoutKey.once),
  oncePerPart: (_part, work) => work((change) => change()),
  sameAs: undefined,
};

/** Runs the handler; with a key, a caller and a store, at most one success per key is made. */
export async function runOnce<Deps>(
  store: IdempotencyStore | undefined,
  { operation, exchange, caller, body }: Attempt<Deps>,
  work: (given: OncePerKey) => Promise<Reply>,
): Promise<Reply> {
  const key = keyOf(operation, exchange);
  if (key === undefined || !caller || !store) return work(withoutKey);
  // Paths with and without a trailing slash share a key.
  const path = exchange.pathname.replace(/\/$/, "");
  const { userId: callerId, applicationId } = caller;
  const scope = { callerId, applicationId, method: operation.method, path, key, bodyHash: hashOf(body) };
  if (operation.creates === "in parts")
    return work({ ...withoutKey, oncePerPart: oncePerPart(store, scope) });
  if (operation.orForm && isMultipart(exchange.req))
    return work({ ...withoutKey, oncePerForm: oncePerForm(store, { operation, scope }) });
  const outcome = await store.run(scope, (keep) =>
    operation.creates === "in steps"
      ? inSteps({ operation, scope, keep }, work)
      : keep(async () => ({ answer: stored(await work(withoutKey)) })),
  );
  return replyTo(outcome);
}

/** The answer of this request, or that of the one which it repeats. */
function replyTo(outcome: Awaited<ReturnType<IdempotencyStore["run"]>>): Reply {
  if (outcome.kind === "conflict") throw common.idempotency_conflict();
  const { status, headers, body: text } = outcome.answer;
  const replayed = outcome.kind === "stored" ? { ...headers, "Idempotent-Replayed": "true" } : headers;
  return text === ""
    ? new Reply(status, { kind: "empty" }, replayed)
    : jsonText(text, { status, headers: replayed });
}

/** Makes the change of a form once, by what the handler read in it. */
const oncePerForm =
  <Deps>(store: IdempotencyStore, { operation, scope }: Omit<Steps<Deps>, "keep">): OncePerForm =>
  async (sent, work) => {
    const ofForm = { ...scope, bodyHash: hashOf({ form: sent }) };
    const outcome = await store.run(ofForm, (keep) =>
      inSteps({ operation, scope: ofForm, keep }, async ({ once }) => replyOf(await work(once), operation)),
    );
    return replyTo(outcome);
  };

/** Makes parts of a request once. Each has a key of its own: no path of a request contains a `#`. */
export const oncePerPart =
  (own: IdempotencyStore | undefined, scope: IdempotencyScope): OncePerPart =>
  async ({ name, hash: bodyHash, store = own }, work) => {
    if (!store) return withoutKey.oncePerPart({ name, hash: bodyHash }, work);
    const kept = (body: string): StoredAnswer => ({ status: 200, headers: {}, body });
    const part = { ...scope, path: `${scope.path}#${name}`, bodyHash };
    const outcome = await store.run(part, async (keep) => {
      const text = await work(
        async (change) => (await keep(async () => ({ answer: kept(await change()) }))).body,
      );
      return kept(text);
    });
    if (outcome.kind === "conflict") throw common.idempotency_conflict();
    return outcome.answer.body;
  };

interface Steps<Deps> {
  operation: Operation<Deps>;
  scope: IdempotencyScope;
  keep: KeepOnce;
}

/** Runs an "in steps" handler: only its `change` runs in the transaction. */
async function inSteps<Deps>(
  { operation, scope, keep }: Steps<Deps>,
  work: (given: OncePerKey) => Promise<Reply>,
): Promise<StoredAnswer> {
  let made = false;
  const once: Once = async <T>({ change, finish, answer }: OnceStep<T>) => {
    let result: unknown;
    const answered = (done: T) => {
      result = answer(done);
      return stored(replyOf(result, operation));
    };
    await keep(async () => {
      const done = await change();
      return { answer: answered(done), finish: finish && (async () => answered(await finish(done))) };
    });
    made = true;
    return result;
  };
  const reply = await work({ ...withoutKey, once, sameAs: hashOf(scope) });
  if (!made && reply.status < 300)
    throw new Error(`the handler of ${operation.id} made its change without once`);
  return stored(reply);
}

function stored({ status, headers, payload }: Reply): StoredAnswer {
  const kept = { status, headers: { ...headers } };
  if (payload.kind === "empty") return { ...kept, body: "" };
  if (payload.kind === "jsonText") return { ...kept, body: payload.text };
  if (payload.kind === "json") return { ...kept, body: JSON.stringify(payload.value) };
  throw new Error("an operation that takes Idempotency-Key answers JSON");
}

const hashOf = (body: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(body) ?? "")
    .digest("base64url");
