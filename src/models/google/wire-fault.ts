import type { Refusal } from './refusal.ts';

/** What can be wrong with a reply before anybody reads what it says. */
export type WireFaultKind =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'stalled'; readonly ms: number; readonly begun: boolean }
  | { readonly kind: 'endless'; readonly ms: number }
  | { readonly kind: 'oversized'; readonly bytes: number }
  | { readonly kind: 'foreign'; readonly contentType: string };

/** Thrown where the reply is received, through the SDK, to where it is told to the caller. */
export class WireFault extends Error {
  override readonly name = 'WireFault';
  readonly fault: WireFaultKind;

  constructor(fault: WireFaultKind) {
    super(fault.kind === 'refused' ? `refused with ${fault.refusal.status}` : fault.kind);
    this.fault = fault;
  }
}
