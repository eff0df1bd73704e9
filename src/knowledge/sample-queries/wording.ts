import type { Language } from '../analysis/languages.ts';

/** How a language asks for what stands under a heading, of a document and without one. */
interface Wording {
  readonly under: (heading: string) => string;
  readonly underIn: (heading: string, title: string) => string;
}

export const WORDINGS: Readonly<Partial<Record<Language, Wording>>> = {
  de: {
    under: (heading) => `Was steht in den Dokumenten zu „${heading}“?`,
    underIn: (heading, title) => `Was steht in „${title}“ zu „${heading}“?`,
  },
  en: {
    under: (heading) => `What is said about ${heading}?`,
    underIn: (heading, title) => `What does “${title}” say about ${heading}?`,
  },
  es: {
    under: (heading) => `¿Qué se dice sobre «${heading}»?`,
    underIn: (heading, title) => `¿Qué dice «${title}» sobre «${heading}»?`,
  },
  fr: {
    under: (heading) => `Que disent les documents à propos de « ${heading} » ?`,
    underIn: (heading, title) => `Que dit « ${title} » à propos de « ${heading} » ?`,
  },
  it: {
    under: (heading) => `Che cosa dicono i documenti su «${heading}»?`,
    underIn: (heading, title) => `Che cosa dice «${title}» su «${heading}»?`,
  },
  nl: {
    under: (heading) => `Wat staat er over ‘${heading}’ in de documenten?`,
    underIn: (heading, title) => `Wat staat er in ‘${title}’ over ‘${heading}’?`,
  },
  pt: {
    under: (heading) => `O que dizem os documentos sobre «${heading}»?`,
    underIn: (heading, title) => `O que diz «${title}» sobre «${heading}»?`,
  },
};

/** Headings that every document has and nobody asks about. */
export const GENERIC_HEADING =
  /^(?:introduction|overview|contents|table of contents|summary|abstract|general|notes?|references?|appendix|annex|index|preface|preamble|background|misc(?:ellaneous)?|other|faq|readme|changelog|conclusions?|example|examples|see also|links|einleitung|überblick|übersicht|inhalt|inhaltsverzeichnis|zusammenfassung|allgemeines|anhang|literatur|sonstiges|introducción|resumen|sommaire|résumé|introduzione|inleiding|introdução|resumo)$/iu;

/** Labels that say how to read what follows, not what it is about. */
export const GENERIC_LABEL =
  /^(?:notes?|examples?|warning|caution|important|tip|hint|version|date|author|status|source|see|see also|table|figure|step|question|answer|title|summary|details|description|usage|returns?|parameters?|arguments?|options?|to|from|cc|subject|re)$/iu;
