import type { OpenApiFragment } from "@marketplace/conventions";
import { z } from "zod";
import { query } from "./contract.ts";

/** Every service describes its public resources for the gateway's merged OpenAPI document. */
export const describeCall = query(
  z.object({}),
  z.custom<OpenApiFragment>((value) => typeof value === "object" && value !== null),
);
