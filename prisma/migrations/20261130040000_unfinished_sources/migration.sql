-- AlterTable
ALTER TABLE "draft_sources" ADD COLUMN     "is_unfinished" BOOLEAN NOT NULL DEFAULT false;
