-- A function, because Prisma treats a default of nextval() as a sequence that the column owns.
CREATE OR REPLACE FUNCTION next_refund_id() RETURNS bigint LANGUAGE sql VOLATILE AS $$ SELECT nextval('refund_numbers') $$;
