import { checkWindow, pagingQuery } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../feature.ts";
import { ownAddress } from "../own-address.ts";
import { pageOf } from "../page.ts";
import { problems } from "../problems.ts";
import { certificationWorld } from "./certification-world.ts";
import { CertificationPage, CertificationView, NewCertification } from "./certifications.schema.ts";
import { certificationsOf } from "./certifications.ts";
import { checks } from "./checks.ts";

/** More worlds than that at once make each other's receivers look slow. */
const maxRunning = 5;

const createCertification = operation({
  id: "createCertification",
  method: "POST",
  path: "/_sandbox/certifications",
  summary: "Begins to check an integration: its receiver of notifications, and how it handles tokens",
  body: NewCertification,
  status: 201,
  response: CertificationView,
  errors: [problems.not_certifiable, problems.too_many_certifications],
  async handle({ body: { url, user, only, timeout_seconds }, http: { req } }, deps) {
    const certifications = certificationsOf(deps.worlds.default);
    const ownUrl = ownAddress(req.socket);
    return certifications.admit(maxRunning, async () => {
      const place = await certificationWorld(deps, { url, user, ownUrl });
      return certifications.begin({
        url,
        timeoutSeconds: timeout_seconds,
        checks: checks.filter(({ id }) => only?.includes(id) ?? true),
        place,
        drop: () => deps.worlds.drop(place.world.id),
        log: deps.log,
      });
    });
  },
});

const listCertifications = operation({
  id: "listCertifications",
  method: "GET",
  path: "/_sandbox/certifications",
  summary: "Lists certifications, newest first; the latest 100 are kept",
  query: pagingQuery,
  response: CertificationPage,
  handle({ query }, { worlds }) {
    checkWindow(query);
    return pageOf(certificationsOf(worlds.default).list(), query, (one) => one);
  },
});

const getCertification = operation({
  id: "getCertification",
  method: "GET",
  path: "/_sandbox/certifications/{id}",
  summary: "Reads a certification, while it runs and after its end",
  example: "/_sandbox/certifications/6f1b0c9e-3c52-4f0e-9a44-0c6a8a1c2f57",
  params: { id: z.string().describe("Id of the certification") },
  response: CertificationView,
  errors: [problems.certification_not_found],
  handle({ params: { id } }, { worlds }) {
    const found = certificationsOf(worlds.default).find(id);
    if (!found) throw problems.certification_not_found({ id });
    return found;
  },
});

/** Certifications: an integration is checked in a world of its own. */
export const certifications = resource({
  name: "Certifications",
  description:
    "Checks of an integration, each in a world of its own: its receiver, and its handling of tokens",
  fields: CertificationView,
  operations: [createCertification, listCertifications, getCertification],
});
