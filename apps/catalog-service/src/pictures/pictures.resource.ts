import { hash } from "node:crypto";
import { common, siteScopedId } from "@marketplace/conventions";
import { siteOfItem } from "@marketplace/database";
import { z } from "zod";
import { Picture } from "../items/items.schema.ts";
import { invalid } from "../items/new-item.rules.ts";
import { operation, publicOperation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { placeOfFile, placeOfPicture, siteOfCaller } from "../sharding/sites-of-requests.ts";
import { mediaTypes } from "./image-check.service.ts";
import type { StoredPicture } from "./pictures.repo.ts";
import { NewPicture, PictureError, PictureForm, PictureOfItem, PictureWire } from "./pictures.schema.ts";
import { addItemPicture, addPicture, findPicture, storedPictureWire } from "./pictures.service.ts";
import { isForm } from "./upload-form.service.ts";
import { addFile, downloadPicture, storeImage } from "./uploaded-pictures.service.ts";

const id = z.string().min(1).max(100).describe("Picture id");
const example = "/pictures/123456-MLA10000000001_112026";

const uploadErrors = [
  problems.picture_file_required,
  problems.one_picture_only,
  problems.picture_form_broken,
  problems.picture_type_not_allowed,
  problems.picture_unreadable,
  problems.picture_too_large,
  common.payload_too_large,
  common.unsupported_media_type,
  common.request_timeout,
];

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
      summary: "Adds a picture by its address, which stays a reference, or uploads one as form field file",
      body: NewPicture,
      orForm: PictureForm,
      status: 201,
      creates: "in steps",
      response: PictureWire,
      errors: uploadErrors,
      site: siteOfCaller,
      handle({ body, caller, http, once, oncePerForm }, deps) {
        const answer = (picture: StoredPicture) => storedPictureWire(picture, deps);
        if (!isForm(http.req)) return once({ change: () => addPicture(body.source, caller, deps), answer });
        return deps.uploadForms.receive(http, (bytes) =>
          oncePerForm(hash("sha256", bytes), async (onceOfForm) => {
            const file = await storeImage(bytes, deps);
            return onceOfForm({ change: () => addFile(file, caller, deps), answer });
          }),
        );
      },
    }),
    operation({
      id: "uploadPicture",
      method: "POST",
      path: "/pictures/items/upload",
      summary:
        "Uploads a JPG or PNG of at most 10 MB as form field file; without an item it is removed after 48 hours",
      example: "/pictures/items/upload",
      upload: "multipart/form-data",
      body: PictureForm,
      status: 201,
      response: PictureWire,
      errors: uploadErrors,
      site: siteOfCaller,
      handle: ({ caller, http }, deps) =>
        deps.uploadForms.receive(http, async (bytes) =>
          storedPictureWire(await addFile(await storeImage(bytes, deps), caller, deps), deps),
        ),
    }),
    publicOperation({
      id: "downloadPicture",
      method: "GET",
      path: "/pictures/files/{name}",
      summary: "Reads the file of an uploaded picture; the same bytes for each size",
      example: "/pictures/files/123456-MLA10000000001_112026-O.jpg",
      params: { name: z.string().describe("Picture id, a size (F, O, C or I) and its ending: `<id>-O.jpg`") },
      file: mediaTypes,
      otherAnswers: { 206: "The part of the file that Range asked for" },
      errors: [problems.picture_not_found, problems.picture_lost, problems.range_not_satisfiable],
      site: ({ params }) => placeOfFile(params.name),
      handle: ({ params, http }, deps) => downloadPicture({ name: params.name, req: http.req }, deps),
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
      site: ({ params }, deps) => placeOfPicture(params.id, deps),
      handle: async ({ params, caller }, deps) =>
        storedPictureWire(await findPicture(params.id, deps, caller), deps),
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
      site: ({ params }, deps) => placeOfPicture(params.id, deps),
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
      creates: true,
      response: Picture,
      errors: [
        problems.item_not_found,
        problems.not_item_owner,
        problems.operators_only,
        problems.validation_error,
      ],
      problems: { invalid },
      site: ({ params }) => siteOfItem(params.id),
      handle: ({ params, body, caller }, deps) =>
        addItemPicture({ id: params.id, picture: body, caller }, deps),
    }),
  ],
});
