-- A function, because Prisma treats a default of nextval() as a sequence that the column owns.
CREATE OR REPLACE FUNCTION next_payment_id() RETURNS bigint LANGUAGE sql VOLATILE AS $$ SELECT nextval('payment_numbers') $$;
