import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useSession } from "../../session/session.ts";
import { useMoney } from "../../shared/money.ts";
import { QueryView } from "../../shared/query-view.tsx";
import { Tone, type ToneName } from "../../shared/tone.tsx";
import { useTexts } from "../../texts/texts.ts";
import { Invoices } from "./invoices.tsx";
import { type Order, useOrder, useShipment } from "./order-queries.ts";
import { orderTexts } from "./order-texts.ts";
import classes from "./orders.module.css";
import { useShipmentWords } from "./shipment-texts.ts";
import { statusTexts } from "./status-texts.ts";
import { TimeLine } from "./time-line.tsx";

/** One order: what was bought, what happened, and its invoices. */
export function OrderDetail({ id, onClose }: { id: string; onClose(): void }) {
  const said = useTexts(orderTexts);
  const { userId } = useSession().session;
  return (
    <Stack>
      <Group>
        <Button size="xs" variant="default" onClick={onClose}>
          {said.back}
        </Button>
      </Group>
      <QueryView query={useOrder(id)}>
        {(order) => (
          <>
            <Heading order={order} />
            <div className={classes.columns}>
              <TimeLine order={order} />
              <Invoices packId={order.pack_id ?? order.id} isSeller={order.seller.id === userId} />
            </div>
          </>
        )}
      </QueryView>
    </Stack>
  );
}

function Heading({ order }: { order: Order }) {
  const said = useTexts(orderTexts);
  const words = useTexts(statusTexts);
  const shipmentWords = useShipmentWords();
  const money = useMoney();
  const { data: shipment } = useShipment(order.shipping.id);
  return (
    <Card withBorder>
      <Group justify="space-between" align="start">
        <Stack gap={4}>
          <Title order={2} size="h4">
            {said.order} {order.id}
          </Title>
          <Group gap="xs">
            <Tone tone={toneOf(order.status)}>{words[order.status]}</Tone>
            {shipment && (
              <Text size="sm">{said.shipment(shipmentWords(shipment.status, shipment.substatus))}</Text>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {order.pack_id !== null && `${said.pack} ${order.pack_id} · `}
            {said.buyer} {order.buyer.nickname} · {said.seller} {order.seller.nickname}
            {shipment?.tracking_number && ` · ${said.tracking} ${shipment.tracking_number}`}
          </Text>
        </Stack>
        <Stack gap={2}>
          {order.order_items.map(({ item, quantity, unit_price }) => (
            <Text size="sm" key={`${item.id} ${item.variation_id}`}>
              {quantity} × {item.title} · {money(unit_price, order.currency_id)}
            </Text>
          ))}
          <Text fw={600}>
            {said.total}: {money(order.total_amount, order.currency_id)}
          </Text>
        </Stack>
      </Group>
    </Card>
  );
}

export function toneOf(status: Order["status"]): ToneName {
  if (status === "paid") return "good";
  return status === "cancelled" || status === "invalid" ? "bad" : "warn";
}
