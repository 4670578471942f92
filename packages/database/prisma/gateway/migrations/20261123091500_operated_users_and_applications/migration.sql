-- AlterTable
ALTER TABLE "users" ADD COLUMN     "disabled_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "applications" ADD COLUMN     "disabled_by" TEXT,
ADD COLUMN     "former_secret_hash" BYTEA,
ADD COLUMN     "former_secret_until" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "token_families" ADD COLUMN     "last_used_at" TIMESTAMPTZ(6);

-- The owner cannot enable what an operator disabled.
ALTER TABLE "applications" ADD CONSTRAINT "applications_disabled_by_check" CHECK ("disabled_by" IN ('owner', 'operator'));
