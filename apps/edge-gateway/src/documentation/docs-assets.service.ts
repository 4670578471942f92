import { gunzipSync } from "node:zlib";
import { bytes, type Reply } from "@marketplace/conventions";
import type { Request } from "express";

/** The page's script and style, from the npm package, embedded when the project is generated. */
type AssetName = "script" | "style";

const mediaTypes: Record<AssetName, string> = {
  script: "text/javascript; charset=utf-8",
  style: "text/css; charset=utf-8",
};

/** An asset, compressed when the client accepts it. Loaded at the first request: most starts need none. */
export async function assetReply(name: AssetName, req: Request): Promise<Reply> {
  const { default: assets } = await import("../generated/docs-assets.json", { with: { type: "json" } });
  const packed = Buffer.from(assets[name], "base64");
  const zipped = req.acceptsEncodings("gzip") === "gzip";
  const headers = { "Cache-Control": "public, max-age=86400", Vary: "Accept-Encoding" };
  return zipped
    ? bytes(packed, mediaTypes[name], { headers: { ...headers, "Content-Encoding": "gzip" } })
    : bytes(gunzipSync(packed), mediaTypes[name], { headers });
}
