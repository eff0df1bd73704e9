import { GraphQLError } from 'graphql';
import { isStop } from '../../lib/signals.ts';

type MaskError = (error: unknown) => GraphQLError;

/** That a client left while something waited on its behalf is no failure: nobody is told, nothing is reported. */
export function maskDepartures(maskError: MaskError): MaskError {
  return (error) => {
    const origin = error instanceof GraphQLError ? error.originalError : error;
    return isStop(origin, 'disconnected') ? new GraphQLError('The client left.') : maskError(error);
  };
}
