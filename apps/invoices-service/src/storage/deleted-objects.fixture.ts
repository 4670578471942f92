import { sweep } from "@marketplace/object-store";
import { expect } from "vitest";
import { type invoicesService, multipart, pdf, seller, xml } from "../service.fixture.ts";

type Service = Awaited<ReturnType<typeof invoicesService>>;

/** What a deployment that sets nothing waits, in milliseconds. */
export const graceMs = 900_000;

/** Uploads two files to a new pack and deletes them; gives the keys of their objects. */
export async function deletedObjects({ http, sale, deps }: Service): Promise<string[]> {
  const { packId } = await sale();
  const path = `/packs/${packId}/fiscal_documents`;
  expect((await http.post(path, { as: seller, ...multipart([pdf(), xml()]) })).status).toBe(200);
  const keys = (await deps.documents.ofPack(packId)).map(({ objectKey }) => objectKey);
  expect((await http.delete(path, { as: seller })).status).toBe(200);
  return keys;
}

/** Expects that deleted objects are there until the grace period has passed, and then are not. */
export async function expectGracePeriod(service: Service): Promise<void> {
  const { elapse, deps } = service;
  const keys = await deletedObjects(service);
  const present = async () => {
    const stats = await Promise.all(keys.map((key) => deps.store.stat(key)));
    return stats.filter((stat) => stat !== null).length;
  };
  await sweep(deps);
  expect(await present()).toBe(2);
  await elapse(graceMs - 60_000);
  await sweep(deps);
  expect(await present()).toBe(2);
  await elapse(60_000);
  await sweep(deps);
  expect(await present()).toBe(0);
}
