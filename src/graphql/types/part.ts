/**
 * A part of a turn with an id of its own, so that normalising caches merge what two operations select of it. It is no
 * node: `node(id)` does not know it.
 */
export type Part<T> = T & { readonly id: string };

/** `place` is where the part stands in its turn: `usage`, `steps/stp_1`. */
export function partOf<T extends object>(queryId: string, place: string, value: T): Part<T> {
  return { ...value, id: `${queryId}/${place}` };
}

export const PART_ID = 'Names this part of its turn for client caches: select it. Not an id that `node` resolves.';

export const EXTENSIONS = 'Members that KnowQL does not define, by their JSON names; null when there are none.';
