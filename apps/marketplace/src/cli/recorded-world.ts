import { z } from "zod";
import { StartRefused } from "../boot/start-refused.ts";
import { ask, jsonOf } from "./ask.ts";
import { askLab, type LabAccess, readLabAccess } from "./lab-access.ts";
import { openFile } from "./open-file.ts";

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
  const body = await openFile(file);
  const answer = await ask(`${lab.baseUrl}/_sandbox/worlds/recordings${query}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${lab.adminToken}`, "Content-Type": "application/x-ndjson" },
    body,
  });
  const answered = jsonOf(await answer.text(), lab.baseUrl);
  if (!answer.ok) throw new StartRefused(`${file}: ${String(Object(answered).message)}`);
  const { left_out: leftOut, ...made } = Made.parse(answered);
  if (options.snapshot !== undefined) await storeAs(options.snapshot, made.world.id, lab);
  process.stdout.write(`${JSON.stringify(made, undefined, 2)}\n`);
  for (const { resource, reason } of leftOut) process.stderr.write(`left out: ${resource}: ${reason}\n`);
}

/** Stores a world; one that cannot be stored ends, since nobody was told of it. */
async function storeAs(name: string, world: string, lab: LabAccess): Promise<void> {
  const path = `/_sandbox/worlds/${world}`;
  try {
    await askLab(lab, `${path}/snapshots`, { body: { name } });
  } catch (error) {
    await askLab(lab, path, { method: "DELETE" }).catch(() => {});
    throw error;
  }
}
