import { PrismaClient } from './prisma/client.ts';

type Adapter = ConstructorParameters<typeof PrismaClient>[0]['adapter'];

/**
 * Transactions wait for their turn rather than fail: Prisma's own limit of two seconds is less than the embedded
 * database needs for two hundred turns that arrive at once.
 */
export function createPrismaClient(adapter: NonNullable<Adapter>): PrismaClient {
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 60_000, timeout: 30_000 } });
}
