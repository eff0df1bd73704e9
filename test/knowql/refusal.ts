import { GatewayError } from '../../src/errors.ts';

/** What `act` was refused with; fails the test when it was not. */
export function refusalOf(act: () => unknown): GatewayError {
  try {
    act();
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
