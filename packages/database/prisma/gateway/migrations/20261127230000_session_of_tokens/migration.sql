-- AlterTable
ALTER TABLE "grants" ADD COLUMN     "session_id" UUID;

-- AlterTable
ALTER TABLE "token_families" ADD COLUMN     "session_id" UUID,
ADD COLUMN     "signed_out_at" TIMESTAMPTZ(6);
