import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A file of the console as it is served. */
export interface ConsoleFile {
  content: Buffer;
  mediaType: string;
  encoding: "gzip" | undefined;
}

export interface ConsoleFiles {
  /** The page, with the place of the nonce in it. */
  page(): Promise<string>;
  /** A file below `assets`, compressed where that is accepted; `undefined` when there is none. */
  asset(name: string, zipped: boolean): Promise<ConsoleFile | undefined>;
}

const mediaTypes: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json; charset=utf-8",
  ".geojson": "application/geo+json; charset=utf-8",
  ".woff2": "font/woff2",
};

/** Names that the build gives: a word, a hash, an extension. */
const assetName = /^[\w-][\w.-]*$/;

/** Where the build of the console is: beside the bundle in an image, else in the folder of its app. */
const places = ["./console", "../../console/dist"];

/** The built console; `undefined` where it was not built, as in the tests of the gateway alone. */
export function findConsole(base: string = import.meta.url): ConsoleFiles | undefined {
  const folder = places
    .map((place) => fileURLToPath(new URL(place, base)))
    .find((place) => existsSync(join(place, "index.html")));
  return folder === undefined ? undefined : filesIn(folder);
}

/** The console that was built into a folder. */
export function filesIn(folder: string): ConsoleFiles {
  const read = (path: string) => readFile(join(folder, "assets", path)).catch(() => undefined);
  return {
    // Read each time: a build meanwhile changes the names of the assets.
    page: () => readFile(join(folder, "index.html"), "utf8"),
    async asset(name, zipped) {
      const mediaType = mediaTypes[extname(name)];
      if (mediaType === undefined || !assetName.test(name)) return undefined;
      const packed = zipped ? await read(`${name}.gz`) : undefined;
      if (packed) return { content: packed, mediaType, encoding: "gzip" };
      const content = await read(name);
      return content && { content, mediaType, encoding: undefined };
    },
  };
}
