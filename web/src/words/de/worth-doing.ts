// Was auf einem neuen Server als Nächstes lohnt: eine Liste auf der Übersicht.
import type { Chapters } from '../shape.ts'

export const worthDoing: Chapters['worthDoing'] = {
  title: 'Als Nächstes',
  progress: (done, all) => `${done} von ${all} erledigt`,
  doneItems: (titles) => `Getan: ${titles}`,
  dismiss: 'Beiseitelegen',
  dismissNamed: (step) => `Beiseitelegen: ${step}`,
  dismissed: (step) => `Beiseitegelegt: ${step}.`,
  command: 'Befehl',
  backupNote:
    'In dem Ordner, in dem Sie ihn gestartet haben, mit einem eigenen Namen für die Datei. Mit PostgreSQL nehmen Sie pg_dump und danach „npx countersign backup --done“.',
  items: {
    passkey: {
      title: 'Einen Passkey hinzufügen',
      text: 'Ein zweiter Weg hinein, falls Ihre Wallet verloren geht. Es dauert eine Minute.',
      action: 'Passkey hinzufügen',
    },
    application: {
      title: 'Eine Anwendung verbinden',
      text: 'Wählen Sie Ihre aus der Liste, und fügen Sie dort ein, was Sie bekommen.',
      example: 'Keine zur Hand? Am Ende der Liste steht ein Beispiel, das Countersign mitbringt.',
      action: 'Anwendung verbinden',
    },
    chain: {
      title: 'Eine Blockchain lesen',
      text: 'Nötig für Vertrags-Wallets wie Safes und für Gruppen danach, was jemand besitzt. Einfache Wallets melden sich auch so an.',
      action: 'So geht es',
    },
    backup: {
      title: 'Die Datenbank sichern',
      text: 'In ihr ist alles. Dieser Befehl macht eine Kopie, während der Server läuft:',
    },
  },
}
