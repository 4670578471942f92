-- Questions that wait, for a review or for an answer: operators count them, and read the oldest first.
CREATE INDEX IF NOT EXISTS "questions_waiting" ON "questions" ("status", "created_at", "id")
  WHERE "status" IN ('UNANSWERED', 'UNDER_REVIEW');
