import type { components } from "@marketplace-api/client";
import { useQuery } from "@tanstack/react-query";
import { ApiProblem, dataOf } from "../../api/problem.ts";
import { useClient, useSession } from "../../session/session.ts";
import { type Filters, pageOf } from "../../shared/filters.ts";

export type FiscalDocument = components["schemas"]["FiscalDocument"];
export type Order = NonNullable<ReturnType<typeof useOrder>["data"]>;
/** What is shown of a shipment. */
export type Shipment = Pick<
  components["schemas"]["Shipment"],
  "status" | "substatus" | "status_history" | "substatus_history" | "tracking_number"
>;

export const statuses = [
  "confirmed",
  "payment_required",
  "payment_in_process",
  "partially_paid",
  "paid",
  "partially_refunded",
  "pending_cancel",
  "cancelled",
  "invalid",
] as const;

/** The orders that the user has sold, or bought. */
export function useOrders(values: Filters) {
  const client = useClient();
  const { userId } = useSession().session;
  const { side, status, q } = values;
  const query = {
    ...(side === "bought" ? { buyer: String(userId) } : { seller: String(userId) }),
    ...(status && { "order.status": status }),
    ...(q && { q }),
    sort: "date_desc" as const,
    ...pageOf(values),
  };
  return useQuery({
    queryKey: ["orders", "list", query],
    queryFn: () => dataOf(client.GET("/orders/search", { params: { query } })),
    placeholderData: (previous) => previous,
  });
}

export function useOrder(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: ["orders", "one", id],
    queryFn: () => dataOf(client.GET("/orders/{id}", { params: { path: { id } } })),
  });
}

/** `null` for an order without a shipment. */
export function useShipment(id: number | null) {
  const client = useClient();
  return useQuery({
    queryKey: ["orders", "shipment", id],
    async queryFn() {
      const params = { path: { shipment_id: String(id) } };
      // The other shape of the declaration is for clients that ask for it by a header.
      return (await dataOf(client.GET("/shipments/{shipment_id}", { params }))) as Shipment;
    },
    enabled: id !== null,
  });
}

/** The invoices of a pack; a pack without any is an empty list, though the API has an error for it. */
export function useInvoices(packId: number) {
  const client = useClient();
  return useQuery({
    queryKey: ["orders", "invoices", packId],
    async queryFn(): Promise<FiscalDocument[]> {
      const params = { path: { pack_id: String(packId) } };
      try {
        return (await dataOf(client.GET("/packs/{pack_id}/fiscal_documents", { params }))).fiscal_documents;
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return [];
        throw error;
      }
    },
  });
}
