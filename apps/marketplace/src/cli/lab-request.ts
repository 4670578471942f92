import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StartRefused } from "../boot/start-refused.ts";
import { ask } from "./ask.ts";
import type { LabAccess } from "./lab-access.ts";
import { openFile, unreadable, unwritable } from "./open-file.ts";
import { type LabOperation, requestOf } from "./sandbox-operations.ts";

export interface RequestOptions {
  world?: string;
  /** The body, or `@` and the file that holds it. */
  body?: string;
  /** The file to write the answer to. */
  output?: string;
}

interface Given {
  values: string[];
  options: RequestOptions;
}

/** Sends a request of the command line to a lab. */
export async function send(
  { baseUrl, adminToken }: LabAccess,
  operation: LabOperation,
  { values, options }: Given,
): Promise<Response> {
  const { bodyType = json } = operation;
  const { path, body: fields } = requestOf(operation, values);
  if (fields !== undefined && options.body !== undefined)
    throw new StartRefused("Say the body by values or by --body, not by both");
  const body = fields ?? (await bodyOf(options, bodyType));
  return ask(baseUrl + path, {
    method: operation.method,
    headers: {
      Authorization: `Bearer ${adminToken}`,
      ...(options.world !== undefined && { "X-Sandbox-World": options.world }),
      ...(body !== undefined && { "Content-Type": bodyType }),
    },
    ...(body !== undefined && { body }),
  });
}

const json = "application/json";

async function bodyOf({ body }: RequestOptions, type: string): Promise<string | Blob | undefined> {
  if (!body?.startsWith("@")) return body;
  const path = body.slice(1);
  // JSON may come by a pipe, such as /dev/stdin.
  return type === json ? readFile(path, "utf8").catch(() => unreadable(path)) : openFile(path);
}

/** Writes an answer to a file, if it is one that was asked for, else to standard output. */
export async function show(
  answer: Response,
  { output }: Pick<RequestOptions, "output">,
  screen: NodeJS.WriteStream = process.stdout,
): Promise<void> {
  if (answer.ok && output !== undefined) return save(answer, await created(output));
  if (isText(answer)) {
    const text = await answer.text();
    if (text !== "") screen.write(text.endsWith("\n") ? text : `${text}\n`);
    return;
  }
  if (screen.isTTY) throw new StartRefused("The answer is a file: say --output and where to write it");
  await save(answer, screen, { end: false });
}

const isText = ({ headers }: Response): boolean =>
  /^(?:text\/|application\/json)/.test(headers.get("content-type") ?? "text/");

async function created(path: string): Promise<WriteStream> {
  const file = createWriteStream(path, { mode: 0o600 });
  await once(file, "open").catch((error) => unwritable(path, error));
  return file;
}

async function save({ body }: Response, target: Writable, { end = true } = {}): Promise<void> {
  // The types of the two streams differ, the streams do not.
  await pipeline(body ? Readable.fromWeb(body as never) : Readable.from([]), target, { end });
}
