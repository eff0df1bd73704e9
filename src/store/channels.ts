/** A turn's log grew. Payload: the query's id. */
export const TURN_CHANNEL = 'knowql_turn';

/** Somebody asked a running turn to stop, or deleted it. Payload: the query's id. */
export const CANCEL_CHANNEL = 'knowql_cancel';
