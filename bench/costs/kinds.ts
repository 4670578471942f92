import type { Service } from "@marketplace/database";

/** A kind of row whose number grows with the marketplace. */
export interface Kind {
  title: string;
  service: Service;
  /** Statements that insert `$1` rows, in order. */
  fills: readonly string[];
}

const now = "now() - n * interval '1 second'";

/**
 * The rows of the measurement. Lengths of texts and their spread are typical, because the figures follow from
 * them.
 */
export const kinds: readonly Kind[] = [
  {
    // Questions of 60 characters and answers of 40; four of five are answered; 100 questions a seller, 10 an
    // item.
    title: "question with its answer, and its counts",
    service: "questions",
    fills: [
      `INSERT INTO questions (item_id, site_id, seller_id, asker_id, application_id, status, text, vehicle, first_on_item,
         period, answer_text, answer_status, answered_at, created_at, updated_at)
       SELECT 'MLA' || (1000000000 + n % ($1 / 10)), 'MLA', 3000000000 + n % ($1 / 100), 4000000000 + n, 1,
         CASE WHEN n % 5 = 0 THEN 'UNANSWERED' ELSE 'ANSWERED' END,
         'Hola, ¿hacen envíos a Córdoba capital? ¿Cuánto demora? ' || n, false, true, n % 4,
         CASE WHEN n % 5 = 0 THEN NULL ELSE 'Hola, sí, en dos o tres días lo recibís.' END,
         CASE WHEN n % 5 = 0 THEN NULL ELSE 'active' END, CASE WHEN n % 5 = 0 THEN NULL ELSE ${now} END, ${now}, now()
       FROM generate_series(1, $1::int) AS n`,
    ],
  },
  {
    title: "purchase: a pack of two orders",
    service: "orders",
    fills: [
      `INSERT INTO packs (id, site_id, seller_id, buyer_id, created_at)
       SELECT 1000000000 + n, 'MLA', 3000000000 + n % 2000, 4000000000 + n, ${now} FROM generate_series(1, $1::int) AS n`,
      `INSERT INTO orders (pack_id, site_id, seller_id, buyer_id, item_id, quantity, unit_price, currency_id, logistic_type,
         self_service, shipment_id, created_at)
       SELECT 1000000000 + n, 'MLA', 3000000000 + n % 2000, 4000000000 + n, 'MLA' || (1000000000 + n), 1, 1234.50, 'ARS',
         'drop_off', false, 5000000000 + n, ${now} FROM generate_series(1, $1::int) AS n, generate_series(1, 2)`,
      `INSERT INTO purchases (id, buyer_id, state, created_at)
       SELECT gen_random_uuid(), 4000000000 + n, 'done', ${now} FROM generate_series(1, $1::int) AS n`,
    ],
  },
  {
    title: "fiscal document, without its object",
    service: "invoices",
    fills: [
      `INSERT INTO fiscal_documents (id, pack_id, seller_id, slot, file_type, filename, size, sha256, object_key, created_at)
       SELECT 3000000000 + n % 2000 || '_' || gen_random_uuid(), 1000000000 + n, 3000000000 + n % 2000, 'pdf', 'application/pdf',
         'factura-' || n || '.pdf', 50000, md5(n::text) || md5((-n)::text), 'documents/' || gen_random_uuid(), ${now}
       FROM generate_series(1, $1::int) AS n`,
      `INSERT INTO used_packs (pack_id, first_used_at)
       SELECT 1000000000 + n, ${now} FROM generate_series(1, $1::int) AS n`,
    ],
  },
  {
    title: "notification that waits or was missed",
    service: "gateway",
    fills: [
      `INSERT INTO notification_events (id, received_at)
       SELECT gen_random_uuid(), ${now} FROM generate_series(1, $1::int) AS n`,
      `INSERT INTO notification_deliveries (application_id, topic, resource, user_id, received_at, due_at)
       SELECT n % 100, 'questions', '/questions/' || (5000000000 + n), 3000000000 + n % 2000, ${now}, ${now}
       FROM generate_series(1, $1::int) AS n`,
    ],
  },
  {
    title: "idempotency key with a stored answer, a day",
    service: "questions",
    fills: [
      `INSERT INTO idempotency_keys (caller_id, method, path, key, body_hash, status, headers, body)
       SELECT 4000000000 + n, 'POST', '/questions', gen_random_uuid()::text, md5(n::text) || md5((-n)::text), 201,
         '{"content-type": "application/json; charset=utf-8"}', repeat('x', 350) FROM generate_series(1, $1::int) AS n`,
    ],
  },
];
