import { idParam } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { addressesOf } from "./user-addresses.rules.ts";
import { UserAddressView } from "./user-addresses.schema.ts";

/** The addresses of users. */
export const userAddresses = resource({
  name: "User addresses",
  description: "Where users live, sell from and buy to",
  fields: UserAddressView,
  related: ["/users/{id}"],
  connections: { user_id: "/users/{id}" },
  operations: [
    operation({
      id: "getUserAddresses",
      method: "GET",
      path: "/users/{id}/addresses",
      example: "/users/2418503621/addresses",
      summary: "Lists the addresses of a user, to that user",
      params: { id: idParam().describe("User id") },
      response: z.array(UserAddressView),
      errors: [problems.not_the_user, problems.user_not_found],
      async handle({ params: { id }, caller }, deps) {
        if (id !== caller.userId) throw problems.not_the_user();
        const user = await deps.users.find(id);
        if (!user) throw problems.user_not_found({ id });
        return addressesOf(user);
      },
    }),
  ],
});
