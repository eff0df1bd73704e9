-- AlterTable
ALTER TABLE "queries" ALTER COLUMN "max_steps" SET DATA TYPE BIGINT;
