import { IncomingMessage } from "node:http";
import { common, isJsonText, multipartFields } from "@marketplace/conventions";

/** Longest body that is looked into: a request for a token or a form of the consent page is shorter. */
const limit = 65_536;

const paths = /^\/(?:oauth\/token|authorization|sign_in(?:\/[a-z/]*)?)\/?(?:\?|$)/;

/** Whether the body of a request may hold the credential that says its world. */
export const hasCredentialForm = ({ method, url = "" }: IncomingMessage): boolean =>
  method === "POST" && paths.test(url);

/** A request whose body has been read, with the parameters in it. */
export interface Peeked {
  /** The request as it was, with its body to read. */
  req: IncomingMessage;
  parameters: URLSearchParams;
}

/** Reads the body of a form; throws 413 for one that is too long. */
export async function peek(req: IncomingMessage): Promise<Peeked> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The answer needs the connection.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) throw common.payload_too_large({ limit });
  }
  const body = Buffer.concat(chunks);
  return { req: replayed(req, body), parameters: await parametersOf(body, req.headers["content-type"]) };
}

function replayed(req: IncomingMessage, body: Buffer): IncomingMessage {
  const copy = new IncomingMessage(req.socket);
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = req;
  Object.assign(copy, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  copy.complete = true;
  // Pushed when it is first read, as a body from the network: what watches the request sees it.
  copy._read = () => {
    copy.push(body);
    copy.push(null);
  };
  return copy;
}

/** As the token endpoint reads them: the text says whether they are JSON or a form, not its label. */
async function parametersOf(body: Buffer, contentType = ""): Promise<URLSearchParams> {
  if (/^multipart\/form-data/i.test(contentType)) {
    const fields = await multipartFields(body, contentType).catch(() => []);
    return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]));
  }
  const text = body.toString();
  if (!isJsonText(text)) return new URLSearchParams(text);
  const value = parsed(text);
  if (typeof value !== "object" || value === null) return new URLSearchParams();
  const parameters = new URLSearchParams();
  for (const [name, one] of Object.entries(value)) parameters.set(name, String(one));
  return parameters;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
