import { Stack, Text, Timeline, Title } from "@mantine/core";
import { useMoney } from "../../shared/money.ts";
import { Time } from "../../shared/time.tsx";
import { useTexts, useWords } from "../../texts/texts.ts";
import { type FiscalDocument, type Order, type Shipment, useInvoices, useShipment } from "./order-queries.ts";
import { orderTexts } from "./order-texts.ts";
import { useShipmentWords } from "./shipment-texts.ts";
import { cancelWords } from "./status-texts.ts";

interface Event {
  at: string;
  what: string;
}

/** Order, payments, shipment and invoices on one line of time. */
export function TimeLine({ order }: { order: Order }) {
  const said = useTexts(orderTexts);
  const { data: shipment } = useShipment(order.shipping.id);
  const { data: documents = [] } = useInvoices(order.pack_id ?? order.id);
  const shipmentWords = useShipmentWords();
  const ofOrder = useOrderEvents(order);
  const events = [
    ...ofOrder,
    ...shipmentEvents(shipment, (...states) => said.shipment(shipmentWords(...states))),
    ...invoiceEvents(documents, said.invoice),
  ];
  const sorted = events.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return (
    <Stack gap="xs" component="section" aria-label={said.timeline}>
      <Title order={3} size="h6">
        {said.timeline}
      </Title>
      <Timeline active={sorted.length - 1} bulletSize={12} lineWidth={2}>
        {sorted.map(({ at, what }) => (
          <Timeline.Item key={`${at} ${what}`} title={<Text size="sm">{what}</Text>}>
            <Text size="xs" c="dimmed">
              <Time at={at} />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Stack>
  );
}

function useOrderEvents({ date_created, date_closed, payments, cancel_detail, currency_id }: Order): Event[] {
  const said = useTexts(orderTexts);
  const money = useMoney();
  const why = useWords(cancelWords);
  const paid = payments.flatMap(({ date_approved, date_last_modified, ...payment }): Event[] => {
    const back = payment.transaction_amount_refunded;
    return [
      ...(date_approved
        ? [{ at: date_approved, what: said.paid(money(payment.total_paid_amount, currency_id)) }]
        : []),
      ...(back > 0 ? [{ at: date_last_modified, what: said.refunded(money(back, currency_id)) }] : []),
    ];
  });
  return [
    { at: date_created, what: said.created },
    ...paid,
    ...(date_closed ? [{ at: date_closed, what: said.closed }] : []),
    ...(cancel_detail
      ? [{ at: cancel_detail.date, what: said.canceled(why(cancel_detail.code, cancel_detail.description)) }]
      : []),
  ];
}

type ShipmentWords = (status: string, substatus: string | null) => string;

function shipmentEvents(shipment: Shipment | undefined, named: ShipmentWords): Event[] {
  if (!shipment) return [];
  const passed = Object.entries(shipment.status_history).flatMap(([name, at]): Event[] =>
    at ? [{ at, what: named(name.replace("date_", ""), null) }] : [],
  );
  const parts = shipment.substatus_history
    .filter(({ substatus }) => substatus !== null)
    .map(({ date, status, substatus }) => ({ at: date, what: named(status, substatus) }));
  return [...passed, ...parts];
}

const invoiceEvents = (documents: readonly FiscalDocument[], words: (name: string) => string): Event[] =>
  documents.map(({ date, filename }) => ({ at: date, what: words(filename) }));
