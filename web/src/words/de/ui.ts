// The words of the parts that every screen is made of.
import type { Words } from '../shape.ts'

export const ui: Words['ui'] = {
  productName: 'Countersign',
  language: 'Sprache',
  pageTitle: (page, site) => `${page} · ${site}`,
  terms: 'Bedingungen',
  privacy: 'Datenschutz',
  help: 'Hilfe',
  skipToContent: 'Zum Inhalt springen',
  navigation: 'Ihr Konto',
  copyAddress: 'Adresse kopieren',
  copied: 'Kopiert.',
  notCopied: 'Kopieren war nicht möglich. Markieren Sie die Adresse und kopieren Sie sie von Hand.',
  showFullAddress: 'Ganze Adresse zeigen',
  hideFullAddress: 'Ganze Adresse ausblenden',
  fullAddress: 'Ganze Adresse',
  cancel: 'Abbrechen',
  close: 'Schließen',
  tryAgain: 'Noch einmal versuchen',
  tryAgainIn: (seconds) => `Wieder in ${seconds} s`,
  showMore: 'Mehr zeigen',
  loading: 'Wird geladen …',
  requestId: 'Kennung der Anfrage',
  justNow: 'gerade eben',
  unknownError: {
    title: 'Etwas ist schiefgegangen.',
    action: 'Versuchen Sie es noch einmal; bleibt es dabei, wenden Sie sich an den Betreiber dieser Seite.',
  },
}
