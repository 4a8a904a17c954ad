// A module of its own, so that other applications do not load it.
import type { CountersignTexts } from './react/texts.ts'

/**
 * The texts of the components in German, for the property `texts` of the provider.
 * @example
 * ```ts
 * import { germanTexts } from '@countersign/react/german'
 *
 * germanTexts.signOut // => 'Abmelden'
 * ```
 */
export const germanTexts: CountersignTexts = {
  signIn: 'Mit Wallet anmelden',
  signingIn: 'Bitte im anderen Fenster fortfahren …',
  signOut: 'Abmelden',
  account: 'Konto verwalten',
  userMenu: 'Kontomenü von {name}',
  notInGroup: 'Dieser Bereich ist Mitgliedern einer Gruppe vorbehalten.',
  join: 'So erhalten Sie Zugang',
  checkAgain: 'Erneut prüfen',
  checking: 'Wird geprüft …',
  completing: 'Anmeldung läuft … Dieses Fenster kann geschlossen werden.',
  errors: {
    popup_blocked:
      'Der Browser hat das Anmeldefenster blockiert. Bitte Pop-ups für diese Seite erlauben und neu beginnen.',
    popup_closed: 'Das Anmeldefenster wurde geschlossen. Bitte neu beginnen.',
    popup_strayed: 'Das Anmeldefenster ist noch offen. Bitte dort abschließen oder neu beginnen.',
    access_denied: 'Sie haben abgelehnt oder haben keinen Zugang. Es wurde nichts weitergegeben.',
    authorization_failed: 'Der Anmeldeserver hat die Anfrage abgelehnt. Bitte wenden Sie sich an diese Seite.',
    state_mismatch: 'Diese Anmeldung gehört nicht zu diesem Tab oder wurde schon verwendet. Bitte neu beginnen.',
    issuer_mismatch: 'Die Antwort stammt von einem anderen Anmeldeserver. Bitte neu beginnen.',
    expired: 'Die Anmeldung hat zu lange gedauert. Bitte neu beginnen.',
    invalid_response: 'Die Antwort des Anmeldeservers ist ungültig. Bitte neu beginnen.',
    storage_blocked: 'Der Browser speichert keine Daten für diese Seite. Bitte erlauben und neu beginnen.',
    network: 'Der Anmeldeserver ist nicht erreichbar. Bitte erneut versuchen.',
    session_ended: 'Die Sitzung ist beendet. Bitte erneut anmelden.',
    insufficient_scope: 'Dafür ist eine weitere Berechtigung nötig. Bitte erneut anmelden, um sie zu erteilen.',
    foreign_origin: 'Diese Adresse gehört nicht zur API. Bitte wenden Sie sich an diese Seite.',
    configuration: 'Die Anmeldung ist nicht richtig eingerichtet. Bitte wenden Sie sich an diese Seite.',
  },
}
