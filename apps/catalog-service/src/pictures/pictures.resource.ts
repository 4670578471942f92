import { kit, siteScopedId } from "@marketplace/conventions";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { Picture } from "../items/items.schema.ts";
import { invalid } from "../items/new-item.rules.ts";
import { problems } from "../problems.ts";
import { NewPicture, PictureError, PictureOfItem, PictureWire } from "./pictures.schema.ts";
import { addItemPicture, addPicture, findPicture, storedPictureWire } from "./pictures.service.ts";

const { operation, resource } = kit<Deps>();

const id = z.string().min(1).max(100).describe("Picture id");
const example = "/pictures/123456-MLA10000000001_112026";

export const picturesResource = resource({
  name: "Pictures",
  description: "Pictures that sellers add before they show them on items",
  fields: PictureWire,
  related: ["/items/{id}"],
  operations: [
    operation({
      id: "createPicture",
      method: "POST",
      path: "/pictures",
      summary: "Adds a picture by its address, which stays a reference",
      body: NewPicture,
      status: 201,
      creates: true,
      response: PictureWire,
      handle: async ({ body, caller }, deps) =>
        storedPictureWire(await addPicture(body.source, caller, deps)),
    }),
    operation({
      id: "getPicture",
      method: "GET",
      path: "/pictures/{id}",
      summary: "Reads a picture with the addresses of its sizes",
      example,
      params: { id },
      response: PictureWire,
      errors: [problems.picture_not_found],
      handle: async ({ params }, deps) => storedPictureWire(await findPicture(params.id, deps)),
    }),
    operation({
      id: "listPictureErrors",
      method: "GET",
      path: "/pictures/{id}/errors",
      summary: "Reads what is wrong with a picture: nothing, because it is checked before it is kept",
      example: `${example}/errors`,
      params: { id },
      response: z.array(PictureError),
      errors: [problems.picture_not_found],
      async handle({ params }, deps) {
        await findPicture(params.id, deps);
        return [];
      },
    }),
    operation({
      id: "addItemPicture",
      method: "POST",
      path: "/items/{id}/pictures",
      summary: "Adds a picture to an item of the caller's, as its last one",
      example: "/items/MLA1400000019/pictures",
      params: { id: siteScopedId("an item").describe("Item id") },
      body: PictureOfItem,
      examples: { body: { source: "https://img.example/black.jpg" } },
      status: 201,
      response: Picture,
      errors: [
        problems.item_not_found,
        problems.not_item_owner,
        problems.operators_only,
        problems.validation_error,
      ],
      problems: { invalid },
      handle: ({ params, body, caller }, deps) =>
        addItemPicture({ id: params.id, picture: body, caller }, deps),
    }),
  ],
});
