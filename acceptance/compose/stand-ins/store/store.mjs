import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";

const folder = "/data/objects";
mkdirSync(folder, { recursive: true });
/** The file of an object; a bucket has none. */
const fileOf = (path) => join(folder, encodeURIComponent(path));

function read(path) {
  try {
    const file = readFileSync(fileOf(path));
    const end = file.indexOf(0);
    return { headers: JSON.parse(file.subarray(0, end).toString()), bytes: file.subarray(end + 1) };
  } catch {
    return undefined;
  }
}

const kept = (headers) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name === "content-type" || name.startsWith("x-amz-meta-")),
  );

const refuse = (response, status, code) =>
  response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);

function list(response) {
  const keys = readdirSync(folder).map((name) => decodeURIComponent(name).split("/").slice(2).join("/"));
  const contents = keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join("");
  response.end(`<?xml version="1.0"?><ListBucketResult>${contents}</ListBucketResult>`);
}

createServer(async (request, response) => {
  const { pathname } = new URL(request.url, "http://store");
  const bytes = await buffer(request).catch(() => undefined);
  if (bytes === undefined) return;
  if (pathname.split("/").filter(Boolean).length < 2 || pathname === "/minio/health/live")
    return request.method === "GET" ? list(response) : response.end();
  const stored = read(pathname);
  if (request.method === "PUT") {
    if (stored && request.headers["if-none-match"]) return refuse(response, 412, "PreconditionFailed");
    writeFileSync(
      fileOf(pathname),
      Buffer.concat([Buffer.from(`${JSON.stringify(kept(request.headers))}\0`), bytes]),
    );
    return response.end();
  }
  if (request.method === "DELETE") {
    rmSync(fileOf(pathname), { force: true });
    return response.writeHead(204).end();
  }
  if (!stored) return refuse(response, 404, "NoSuchKey");
  const date = { "Last-Modified": new Date().toUTCString(), "Content-Length": stored.bytes.length };
  response.writeHead(200, { ...stored.headers, ...date });
  response.end(request.method === "HEAD" ? undefined : stored.bytes);
}).listen(9000);

process.on("SIGTERM", () => process.exit(0));
