import { type InvalidInput, idParam, type Problem } from "@marketplace/conventions";
import { z } from "zod";
import { flexSites } from "../coverage-areas/coverage-areas.service.ts";
import { problems } from "../problems.ts";

/** The site of a `/shipping/flex/...` path: one that has Flex. */
export const flexSiteParam = () =>
  z
    .string()
    .min(1)
    .refine((id) => flexSites.includes(id), "must be a site with Flex, such as MLA")
    .describe("Site id, one of those with Flex");

/** The user of a path: any integer, because an id that is not in use is unknown and not malformed. */
export const userParam = () => idParam({ signed: true }).describe("User id of the seller");

/** The service of a path. */
export const serviceParam = () => idParam({ signed: true }).describe("Service id of the subscription");

/** The problem of an invalid id in a `/shipping/flex/...` path, in the order of decisions 6.2. */
export function invalidPath({ where, causes }: InvalidInput): Problem | undefined {
  if (where !== "params") return undefined;
  const causeOf = (name: string) => causes.find(({ references }) => references.includes(`params.${name}`));
  const site = causeOf("site_id");
  if (site) return site.code === "too_small" ? problems.empty_site_id() : problems.invalid_site_id();
  return causeOf("user_id")
    ? problems.invalid_user_id({ cause: causes })
    : problems.invalid_service_id({ cause: causes });
}

/** Errors of `invalidPath`, for an operation's list. */
export const pathProblems = [problems.empty_site_id, problems.invalid_site_id] as const;
