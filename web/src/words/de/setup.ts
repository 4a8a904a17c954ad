// Die Worte des ersten Starts: wie ein Server seinen ersten Eigentümer bekommt.
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
}
