import { askProduct, type Caller, type ProductAnswer } from "../product.ts";
import { ToolRefused, untrusted } from "../tool-result.ts";

interface LabRequest {
  method: string;
  /** Below `/_sandbox`. */
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
  world?: string | undefined;
}

/** Asks the sandbox lab, which takes the admin token alone. */
export async function askLab(caller: Caller, request: LabRequest): Promise<ProductAnswer> {
  const { method, path, query = {}, body, world } = request;
  if (caller.adminToken === undefined)
    throw new ToolRefused("The sandbox needs its admin token: sandbox.admin_token of sandbox.json");
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : "";
  return askProduct(caller.baseUrl, {
    method,
    path: `/_sandbox${path}${search}`,
    token: caller.adminToken,
    body,
    world,
  });
}

/** What the lab answered, as the result of a tool. */
export async function labResult(caller: Caller, request: LabRequest) {
  const { status, body } = await askLab(caller, request);
  return untrusted(body ?? { status }, { isError: status >= 400 });
}
