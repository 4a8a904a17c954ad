// Die Worte des ersten Starts: wie ein Server seinen ersten Eigentümer bekommt, und die Liste, die darauf folgt.
import type { Chapters } from '../shape.ts'

export const setup: Chapters['setup'] = {
  title: 'Diesen Server einrichten',
  intro: 'Drei kleine Schritte, und er gehört Ihnen: Wer sein Terminal lesen kann, wird sein Eigentümer.',
  steps: { code: 'Code eingeben', signIn: 'Anmelden', claim: 'Eigentümer werden' },
  done: 'Erledigt',
  code: {
    text: 'Beim Start hat der Server einen Code für Sie ausgegeben. Das sieht so aus:',
    terminal: 'Terminal',
    label: 'Code aus dem Terminal',
    missing: 'Geben Sie den Code ein, den das Terminal gezeigt hat.',
    next: 'Weiter',
    change: 'Code ändern',
    lost: 'Nicht mehr zu sehen? Starten Sie den Server neu: Er gibt einen neuen aus, und der alte ist nichts mehr wert.',
  },
  signIn: {
    text: 'Mit einer Wallet, oder mit einem Passkey, den Sie hier schon hinzugefügt haben. Damit kommen Sie künftig als Eigentümer hinein; mehr können Sie später hinzufügen.',
    demonstration:
      'Keine Wallet zur Hand? Nehmen Sie die Demonstrations-Wallet: Zum Ausprobieren auf dieser Maschine reicht sie.',
    button: 'Anmelden',
    as: 'Angemeldet als',
    other: 'Als jemand anderes anmelden',
  },
  claim: {
    text: 'Sie können hier dann alles ändern: Personen, Anwendungen, Einstellungen, und wer das sonst noch darf.',
    button: 'Eigentümer werden',
    working: 'Der Code wird geprüft …',
  },
  claimed: {
    title: 'Dieser Server gehört Ihnen',
    text: 'Sie sind sein Eigentümer. Ein paar Dinge lohnen sich als Nächstes, jetzt oder später; sie warten in der Übersicht auf Sie.',
    console: 'Zur Verwaltung',
  },
  owned: {
    title: 'Dieser Server hat einen Eigentümer',
    text: 'Hier gibt es nichts mehr einzurichten.',
    console: 'Zur Verwaltung',
    front: 'Zur Startseite',
    locked:
      'Sind Sie der Eigentümer und ausgesperrt? Auf der Maschine lässt „countersign owner grant“ mit Ihrer Adresse Sie wieder hinein.',
  },
  list: {
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
  },
}
