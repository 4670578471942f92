import { problemCatalogue } from "@marketplace/conventions";

/** The errors of the lab. */
export const problems = problemCatalogue({
  world_not_found: { status: 404, message: ({ id }: { id: string }) => `World not found: ${id}` },
  other_world: {
    status: 400,
    message: ({ names }: { names: string }) => `The request names several worlds: ${names}`,
  },
  fault_not_found: { status: 404, message: ({ id }: { id: string }) => `Fault not found: ${id}` },
  foreign_origin: { status: 403, message: "The sandbox lab answers no page of another origin" },
});
