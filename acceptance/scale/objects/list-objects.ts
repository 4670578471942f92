import type { Ceph } from "./ceph.ts";
import { bucket } from "./stage.ts";

/** What the listing of a bucket says of one object. */
interface Listed {
  name: string;
  meta: { etag: string };
}

/**
 * Lists the objects of the bucket in one zone. The listing compares its entries with the objects; the count
 * in `bucket stats` is not corrected when a server is lost between an object and the entry.
 */
export async function listObjects(ceph: Ceph, zone: string): Promise<Listed[]> {
  const list = ["bucket", "list", `--bucket=${bucket}`, "--max-entries=1000000", `--rgw-zone=${zone}`];
  return JSON.parse(await ceph.admin(...list)) as Listed[];
}
