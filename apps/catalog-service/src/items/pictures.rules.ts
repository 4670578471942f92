import type { Cause } from "@marketplace/conventions";
import { issue } from "./issues.rules.ts";
import type { PictureInput } from "./item-input.schema.ts";
import type { PictureRef } from "./items.schema.ts";

/** The pictures of an item in a new order: new ones by their address, present ones by their id. */
export function resolvePictures(given: readonly PictureInput[], present: readonly PictureRef[]) {
  const byId = new Map(present.map((picture) => [picture.id, picture]));
  const pictures: PictureRef[] = [];
  const issues: Cause[] = [];
  for (const [index, { id, source, url, dimensions }] of given.entries()) {
    const known = id === undefined ? undefined : byId.get(id);
    const address = source ?? (url === known?.url ? undefined : url);
    if (id !== undefined && given.findIndex((other) => other.id === id) < index)
      issues.push(issue("pictures.duplicate", `picture ${id} is given twice`, `pictures[${index}]`));
    else if (address !== undefined)
      pictures.push({ id: id ?? crypto.randomUUID(), url: address, ...(dimensions && { size: dimensions }) });
    else if (known) pictures.push(known);
    else
      issues.push(
        id === undefined
          ? issue("pictures.invalid", "a picture needs a source or an id", `pictures[${index}]`)
          : issue(
              "pictures.picture_not_found",
              `there is no picture ${id} of the seller`,
              `pictures[${index}]`,
            ),
      );
  }
  return { pictures, issues };
}
