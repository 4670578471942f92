import { type ReplicaAnswer, ServiceUnavailable, type Vitals } from "@marketplace/contracts";

/** The services that are asked, in the order in which they are shown. */
export const askedServices = ["catalog", "questions", "orders", "invoices", "flex"] as const;
export type AskedService = (typeof askedServices)[number];

/** What a replica says of itself; without an address where it is in this process. */
export type ReplicaVitals = Omit<ReplicaAnswer<Vitals>, "address"> & { address: string | null };

/** Asks every replica of a service how it is. Never rejects. */
export type ReplicasOf = (service: AskedService) => Promise<ReplicaVitals[]>;

interface Asked {
  vitals(input: Record<string, never>): Promise<Vitals>;
}

/** Where all services are in one process, each has the one replica that its client reaches. */
export const inThisProcess =
  (clients: Record<AskedService, Asked>): ReplicasOf =>
  async (service) => {
    const [answer] = await Promise.allSettled([clients[service].vitals({})]);
    return [{ address: null, answer }];
  };

/** Why a replica does not answer, in words that name nothing internal. */
export const failureOf = (reason: unknown): string =>
  reason instanceof ServiceUnavailable ? reason.message : "the service failed";
