import { Text } from "@mantine/core";
import type { Column } from "../../shared/data-table.tsx";
import { FilterBar } from "../../shared/filter-bar.tsx";
import { type FilterAccess, useFilters } from "../../shared/filters.ts";
import { Listing } from "../../shared/listing.tsx";
import { useMoney } from "../../shared/money.ts";
import { PageFrame } from "../../shared/page.tsx";
import { Time } from "../../shared/time.tsx";
import { Tone } from "../../shared/tone.tsx";
import { useTexts } from "../../texts/texts.ts";
import { OrderDetail, toneOf } from "./order-detail.tsx";
import { type Order, statuses, useOrders } from "./order-queries.ts";
import { orderTexts } from "./order-texts.ts";
import { statusTexts } from "./status-texts.ts";

/** Orders, sold or bought; one of them with its time line and invoices. */
export function Page() {
  const said = useTexts(orderTexts);
  const filters = useFilters();
  const { order: open } = filters.values;
  return (
    <PageFrame title={said.title}>
      {open === undefined ? (
        <Orders filters={filters} />
      ) : (
        <OrderDetail id={open} onClose={() => filters.set({ page: filters.values.page, order: undefined })} />
      )}
    </PageFrame>
  );
}

function Orders({ filters }: { filters: FilterAccess }) {
  const said = useTexts(orderTexts);
  const words = useTexts(statusTexts);
  const money = useMoney();
  const query = useOrders(filters.values);
  const isBought = filters.values.side === "bought";
  const columns: Column<Order>[] = [
    { title: said.order, cell: ({ id }) => id },
    { title: said.when, from: "sm", cell: ({ date_created }) => <Time at={date_created} /> },
    {
      title: said.items,
      cell: ({ order_items }) => (
        <Text size="sm" lineClamp={2}>
          {order_items.map(({ quantity, item }) => `${quantity} × ${item.title}`).join(", ")}
        </Text>
      ),
    },
    {
      title: isBought ? said.seller : said.buyer,
      from: "sm",
      cell: ({ buyer, seller }) => (isBought ? seller : buyer).nickname,
    },
    {
      title: said.total,
      from: "sm",
      cell: ({ total_amount, currency_id }) => money(total_amount, currency_id),
    },
    {
      title: said.status,
      cell: ({ status }) => <Tone tone={toneOf(status)}>{words[status]}</Tone>,
    },
  ];
  return (
    <>
      <FilterBar
        filters={filters}
        fields={[
          {
            name: "side",
            label: said.side,
            choices: [
              { value: "", label: said.sold },
              { value: "bought", label: said.bought },
            ],
          },
          {
            name: "status",
            label: said.status,
            choices: [
              { value: "", label: said.any },
              ...statuses.map((value) => ({ value, label: words[value] })),
            ],
          },
          { name: "q", label: said.search },
        ]}
      />
      <Listing
        label={said.title}
        query={query}
        filters={filters}
        narrowedBy={["side", "status", "q"]}
        columns={columns}
        keyOf={({ id }) => String(id)}
        open={({ id }) => filters.set({ page: filters.values.page, order: String(id) })}
        empty={said.empty}
      />
    </>
  );
}
