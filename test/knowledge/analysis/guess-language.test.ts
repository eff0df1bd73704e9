import { describe, expect, it } from 'vitest';
import { guessLanguage, tryGuessLanguage } from '../../../src/knowledge/analysis/guess-language.ts';

const SENTENCES = {
  da: 'Betaling skal ske inden for tredive dage efter at fakturaen er modtaget, og det er ikke muligt at få rabat.',
  de: 'Die Zahlung ist innerhalb von dreißig Tagen nach dem Erhalt der Rechnung zu leisten und wird nicht verlängert.',
  en: 'Payment is due within thirty days of the receipt of the invoice, and the term is not extended for any reason.',
  es: 'El pago se realizará en los treinta días siguientes a la recepción de la factura, y no se prorroga por las partes.',
  fr: 'Le paiement est dû dans les trente jours qui suivent la réception de la facture, et ne sera pas prolongé.',
  it: 'Il pagamento è dovuto entro trenta giorni dalla ricezione della fattura e non sono previste proroghe per gli altri.',
  nl: 'De betaling is binnen dertig dagen na ontvangst van de factuur verschuldigd en wordt niet door het bedrijf verlengd.',
  pt: 'O pagamento é devido em trinta dias após a recepção da fatura, e não será prorrogado para as partes.',
} as const;

describe('the language of a text', () => {
  it.each(Object.entries(SENTENCES))('is told by its function words: %s', (language, sentence) => {
    expect(tryGuessLanguage(sentence)).toBe(language);
  });

  it('is not decided by one word that is repeated', () => {
    const teams = 'Los Angeles Rams, Los Angeles Lakers, Los Angeles Clippers, Los Angeles Dodgers, Los Angeles Kings';
    expect(tryGuessLanguage(teams)).toBeUndefined();
  });

  it('falls back where nothing shows it', () => {
    expect(guessLanguage('x = 1; y = 2', 'de')).toBe('de');
  });

  it('is sought among the given languages only', () => {
    expect(tryGuessLanguage(SENTENCES.de, { among: ['en', 'fr'] })).toBeUndefined();
  });
});
