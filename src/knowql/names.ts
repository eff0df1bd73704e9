/** `maxSteps` → `max_steps`. The canonical name of a domain member. */
export function toCanonicalName(domainName: string): string {
  return domainName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `max_steps` → `maxSteps`. The domain (and GraphQL) name of a canonical member. */
export function toDomainName(canonicalName: string): string {
  return canonicalName.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
