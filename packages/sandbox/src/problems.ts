import { problemCatalogue } from "@marketplace/conventions";

/** The errors of the lab. */
export const problems = problemCatalogue({
  world_not_found: { status: 404, message: ({ id }: { id: string }) => `World not found: ${id}` },
  world_ended: { status: 404, message: "The world of this request has ended" },
  other_world: {
    status: 400,
    message: ({ names }: { names: string }) => `The request names several worlds: ${names}`,
  },
  fault_not_found: { status: 404, message: ({ id }: { id: string }) => `Fault not found: ${id}` },
  source_not_found: {
    status: 404,
    message: ({ from }: { from: string }) => `There is nothing to make a world from: ${from}`,
  },
  default_stays: { status: 409, message: "The world default can be reset, not dropped" },
  snapshot_exists: {
    status: 409,
    message: ({ name }: { name: string }) => `There is a snapshot of this name: ${name}`,
  },
  foreign_origin: { status: 403, message: "The sandbox lab answers no page of another origin" },
});
