import { openAsBlob } from "node:fs";
import { z } from "zod";
import { StartRefused } from "../boot/start-refused.ts";
import { ask } from "./ask.ts";
import { askLab, readLabAccess } from "./lab-access.ts";

const Made = z.looseObject({
  world: z.looseObject({ id: z.string() }),
  left_out: z.array(z.object({ resource: z.string(), reason: z.string() })),
});

interface Options {
  ttl?: string | undefined;
  /** Stores the world under this name as well. */
  snapshot?: string | undefined;
}

/** Makes a world of a recording: prints its document, and to standard error what it does not have. */
export async function worldFromRecording(dataDir: string, file: string, options: Options): Promise<void> {
  const lab = await readLabAccess(dataDir);
  const query = options.ttl === undefined ? "" : `?ttl_seconds=${encodeURIComponent(options.ttl)}`;
  const body = await openAsBlob(file).catch(() => {
    throw new StartRefused(`${file} cannot be read`);
  });
  const answer = await ask(`${lab.baseUrl}/_sandbox/worlds/recordings${query}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${lab.adminToken}`, "Content-Type": "application/x-ndjson" },
    body,
  });
  const answered: unknown = await answer.json();
  if (!answer.ok) throw new StartRefused(`${file}: ${String(Object(answered).message)}`);
  const { left_out: leftOut, ...made } = Made.parse(answered);
  if (options.snapshot !== undefined)
    await askLab(lab, `/_sandbox/worlds/${made.world.id}/snapshots`, { body: { name: options.snapshot } });
  process.stdout.write(`${JSON.stringify(made, undefined, 2)}\n`);
  for (const { resource, reason } of leftOut) process.stderr.write(`left out: ${resource}: ${reason}\n`);
}
