// Die Wörter der einen Suche nach allem.
import type { Chapters } from '../shape.ts'

export const adminPalette: Chapters['adminPalette'] = {
  label: 'Was suchen Sie?',
  hint: 'Ein Name, eine Adresse, die Nummer einer Zeile, „sperren …“',
  list: 'Was gefunden wurde',
  searching: 'Es wird gesucht …',
  nothing: 'Nichts passt.',
  failed: 'Die Suche bekam keine Antwort. Schreiben Sie weiter, um es noch einmal zu versuchen.',
  found: (count) => (count === 1 ? '1 Eintrag' : `${count} Einträge`),
  disabled: 'Abgeschaltet',
  statuses: { suspended: 'Gesperrt', merged: 'In eine andere aufgegangen' },
  line: (number, what) => `Zeile ${number}: ${what}`,
  sections: {
    recent: 'Zuletzt geöffnet',
    people: 'Personen',
    applications: 'Anwendungen',
    groups: 'Gruppen',
    resources: 'Ressourcen',
    lines: 'Zeilen des Verlaufs',
    settings: 'Einstellungen',
    actions: 'Was sich tun lässt',
    places: 'Orte',
  },
  actions: {
    newApplication: { label: 'Neue Anwendung', also: 'hinzufügen anlegen verbinden' },
    newGroup: { label: 'Neue Gruppe', also: 'hinzufügen anlegen regel' },
    newResource: { label: 'Neue Ressource', also: 'hinzufügen anlegen dienst schnittstelle' },
    makeToken: { label: 'Ein Token erstellen', also: 'neues programm' },
    makeBackup: { label: 'Eine Sicherung machen', also: 'sicherungskopie backup datenbank' },
    liveSessions: { label: 'Sehen, wer gerade angemeldet ist', also: 'sitzungen' },
    suspended: { label: 'Sehen, wer gesperrt ist', also: 'entsperren personen' },
    refused: { label: 'Abgelehnte Versuche ansehen', also: 'gescheiterte anmeldungen angriffe verlauf' },
    checkLog: { label: 'Den Verlauf prüfen', also: 'kette datei' },
    branding: { label: 'Das Aussehen der Website ändern', also: 'farbe name logo zeichen sprachen' },
    rotateKeys: { label: 'Die nächsten Signaturschlüssel erstellen', also: 'wechseln ersetzen gestohlen' },
    testChain: { label: 'Eine Kette prüfen', also: 'knoten ethereum' },
  },
  verbs: {
    suspend: { forms: 'sperren, sperre', on: (who) => `${who} sperren (auf der eigenen Seite)` },
    restore: { forms: 'entsperren, entsperre', on: (who) => `${who} entsperren (auf der eigenen Seite)` },
    endSessions: {
      forms: 'alle sitzungen beenden, sitzungen beenden, abmelden',
      on: (who) => `Sitzungen von ${who} beenden (auf der eigenen Seite)`,
    },
    remove: { forms: 'löschen, lösche', on: (who) => `${who} löschen (auf der eigenen Seite)` },
  },
}
