// Die Wörter dessen, was mit mehreren Personen zugleich getan wird.
import type { Chapters } from '../shape.ts'

const people = (written: string, isOne: boolean) => (isOne ? '1 Person' : `${written} Personen`)

export const adminBulk: Chapters['adminBulk'] = {
  region: 'Was mit den Ausgewählten geschehen soll',
  chosen: (written) => `${written} ausgewählt`,
  allChosen: 'Alle passenden sind ausgewählt',
  clear: 'Auswahl aufheben',
  acts: {
    suspend: 'Sperren',
    restore: 'Entsperren',
    endSessions: 'Sitzungen beenden',
    addToGroup: 'In eine Gruppe aufnehmen',
  },
  exportThem: 'Als Datei',
  collecting: 'Wird gesammelt …',
  saved: 'Die Datei ist gespeichert.',
  titles: {
    suspend: 'Mehrere Personen sperren',
    restore: 'Mehrere Personen entsperren',
    endSessions: 'Sitzungen mehrerer Personen beenden',
    addToGroup: 'Mehrere Personen in eine Gruppe aufnehmen',
  },
  texts: {
    suspend:
      'Sie werden überall sofort abgemeldet, und niemand meldet sich mehr als sie an. Sie können es rückgängig machen: Dann können sie sich wieder anmelden. Beendete Sitzungen bleiben beendet.',
    restore: 'Wer eine ihrer Wallets oder einen ihrer Passkeys hat, kann sich wieder als sie anmelden.',
    endSessions:
      'Alle ihre Browser und Anwendungen werden abgemeldet. Sie können sich sofort wieder anmelden. Beendete Sitzungen bleiben beendet: Das lässt sich nicht rückgängig machen.',
    addToGroup:
      'Jede Wallet, das sie jetzt haben, kommt auf die Liste der Gruppe. Wer schon darauf steht, bleibt darauf.',
  },
  reasonHint:
    'Jede dieser Personen liest ihn beim Versuch, sich anzumelden, und Ihre Kolleginnen und Kollegen lesen ihn im Verlauf.',
  group: 'Gruppe mit einer Liste von Wallets',
  noLists: 'Es gibt keine Gruppe, deren Regel eine bloße Liste von Wallets ist. Legen Sie zuerst eine an.',
  next: 'Weiter',
  looking: (written, isOne) => `Alle werden angesehen: bisher ${people(written, isOne)} …`,
  able: (written, isOne) => `Es geschieht mit ${people(written, isOne)}.`,
  nobody: 'Es ist bei niemandem von ihnen möglich.',
  unable: (written, isOne) => `Bei ${people(written, isOne)} ist es nicht möglich:`,
  cut: 'Es sind mehr als 10.000. Genommen werden die ersten 10.000, die hierher kamen; wiederholen Sie es für die übrigen.',
  because: (written, reason) => `${written}: ${reason}`,
  andMore: (written) => `Und ${written} weitere.`,
  doIt: {
    suspend: (written, isOne) => `${people(written, isOne)} sperren`,
    restore: (written, isOne) => `${people(written, isOne)} entsperren`,
    endSessions: (written, isOne) => `Sitzungen von ${people(written, isOne)} beenden`,
    addToGroup: (written, isOne) => `${people(written, isOne)} aufnehmen`,
  },
  progressLabel: 'Wie weit es ist',
  progress: (done, of) => `${done} von ${of}`,
  stop: 'Anhalten',
  doneTo: (written, isOne) => `Es ist mit ${people(written, isOne)} geschehen.`,
  failed: (written, isOne) => `Mit ${people(written, isOne)} ist es nicht geschehen:`,
  left: (written, isOne) =>
    `${people(written, isOne)}: noch nicht an der Reihe, oder es kam keine Antwort. Wer weitermacht, tut nichts doppelt.`,
  goOn: 'Mit den übrigen weitermachen',
  done: {
    suspend: (written, isOne) => `${people(written, isOne)} gesperrt.`,
    restore: (written, isOne) => `${people(written, isOne)}: Anmelden ist wieder möglich.`,
    endSessions: (written, isOne) => `${people(written, isOne)} überall abgemeldet.`,
    addToGroup: (written, isOne) => `${people(written, isOne)} jetzt auf der Liste der Gruppe.`,
  },
  sessionsEnded: (written, isOne) =>
    isOne ? '1 Sitzung ist endgültig beendet.' : `${written} Sitzungen sind endgültig beendet.`,
  undo: 'Rückgängig machen',
  undoing: 'Die Gesperrten werden entsperrt …',
  undone: (written, isOne) => `${people(written, isOne)}: Anmelden ist wieder möglich. Die Sitzungen bleiben beendet.`,
  notUndone: (written, isOne) =>
    `${people(written, isOne)} nicht: Jemand hat das seither geändert, oder es kam keine Antwort.`,
  undoAgain: 'Die übrigen noch einmal',
}
