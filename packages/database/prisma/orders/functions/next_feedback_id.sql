-- A function, because Prisma treats a default of nextval() as a sequence that the column owns.
CREATE OR REPLACE FUNCTION next_feedback_id() RETURNS bigint LANGUAGE sql VOLATILE AS $$ SELECT nextval('feedback_numbers') $$;
