// Die Einstellungen in der Verwaltung.
import { fillFault } from '@countersign/api/definition-faults'
import { sayFinding } from '@countersign/api/node-findings'
import type { Chapters } from '../shape.ts'
import { nodeFindings, nodeReasons } from './node-findings.ts'
import { allowedWords, settingAbouts } from './setting-words.ts'

export const adminSettings: Chapters['adminSettings'] = {
  title: 'Einstellungen',
  intro: 'Wie sich diese Website zeigt, ihre Signaturschlüssel, ihre Chains, und was beim Start gesetzt war.',
  ownersOnly: 'Nur Eigentümer sehen die Einstellungen',
  ownersOnlyText: 'Ein Eigentümer dieser Website kann sie Ihnen zeigen oder Ihnen diese Rolle geben.',
  branding: {
    title: 'Wie sich die Website zeigt',
    text: 'Jede Seite trägt es, allen voran die Anmeldung.',
    name: 'Name der Website',
    nameHint: 'Leer: Countersign.',
    light: 'Farbe im hellen Modus',
    dark: 'Farbe im dunklen Modus',
    colourHint: 'Als #rrggbb. Leer: das Grün des Siegels.',
    languages: 'Angebotene Sprachen',
    languageNames: { en: 'English', de: 'Deutsch' },
    noLanguage: 'Bieten Sie mindestens eine Sprache an.',
    termsUrl: 'Link zu den Bedingungen',
    privacyUrl: 'Link zum Datenschutz',
    helpUrl: 'Link zur Hilfe',
    urlHint: 'Beginnt mit https://. Leer: kein Link.',
    noUrl: 'Das ist keine Webadresse, die mit https:// beginnt.',
    save: 'Speichern',
    saving: 'Wird gespeichert…',
    saved: 'Gespeichert. Seiten, die ab jetzt geöffnet werden, tragen es.',
    discard: 'Änderungen verwerfen',
    mark: 'Zeichen',
    markText: 'Ein Bild an Stelle der Rosette: PNG, JPEG, WebP oder GIF.',
    choose: 'Bild wählen',
    removeMark: 'Wegnehmen',
    markDone: 'Das Zeichen ist geändert.',
    markRemoved: 'Das Zeichen ist weg.',
    tooLarge: (kilobytes) => `Das Bild ist zu groß. Höchstens ${kilobytes} kB.`,
  },
  keys: {
    title: 'Signaturschlüssel',
    text: 'Damit unterschreibt dieser Server, was er Anwendungen sagt. Sie folgen von selbst aufeinander; Anwendungen lesen die neuen von allein.',
    list: 'Signaturschlüssel',
    columns: {
      id: 'Schlüssel',
      algorithm: 'Verfahren',
      state: 'Zustand',
      created: 'Gemacht',
      active: 'Unterschreibt ab',
      retires: 'Gilt bis',
    },
    states: { next: 'Nächster', current: 'Unterschreibt jetzt', retiring: 'Gilt noch', gone: 'Weg' },
    rotate: 'Die nächsten Schlüssel machen',
    rotateTitle: 'Die nächsten Schlüssel machen?',
    rotateText:
      'Sie werden jetzt veröffentlicht und unterschreiben etwas später, wenn Anwendungen Zeit hatten, sie zu lesen. Niemand wird abgemeldet.',
    replace: 'Gestohlene Schlüssel sofort ersetzen',
    replaceTitle: 'Die Schlüssel sofort ersetzen?',
    replaceText:
      'Nur wenn ein Schlüssel in falschen Händen sein kann. Jedes früher unterschriebene Token wird ab jetzt abgewiesen, und Anwendungen, die die neuen Schlüssel noch nicht gelesen haben, weisen einige Minuten lang Anmeldungen ab.',
    replaceWord: 'ersetzen',
    made: (count) =>
      count === 0
        ? 'Die nächsten Schlüssel waren schon da.'
        : count === 1
          ? 'Ein Schlüssel ist gemacht.'
          : `${count} Schlüssel sind gemacht.`,
  },
  chains: {
    title: 'Chains',
    text: 'Gelesen für Vertrags-Wallets, Namen und Gruppen. Gesetzt werden sie dort, wo der Server gestartet wird.',
    none: 'Keine Chain wird gelesen. Einfache Wallets und Passkeys melden trotzdem an.',
    noneHow:
      'Um eine zu lesen, halten Sie den Server an und starten ihn neu, mit dem hier vor dem Befehl. Statt der Adresse setzen Sie die eines Knotens ein, dem Sie trauen, am besten Ihres eigenen.',
    example: 'Ethereum, durch einen Knoten',
    exampleAbout: 'Mehrere Chains und Knoten, und alles Weitere dazu: docs/guides/chains.md.',
    facts: (nodes, quorum) =>
      `${nodes === 1 ? 'Ein Knoten' : `${nodes} Knoten`}, ${quorum === 1 ? 'einer muss antworten' : `${quorum} müssen übereinstimmen`}.`,
    names: 'Namen (ENS) werden hier gelesen.',
    nameGateways: (hosts) =>
      `Nach Namen, die nicht auf der Chain stehen, wird ${hosts} gefragt; wer diese Server und Namen betreibt, entscheidet, wer einen hat.`,
    delegates: 'Schlüssel mit Code (EIP-7702) dürfen sich damit anmelden.',
    test: 'Prüfen',
    testNamed: (name) => `${name} prüfen`,
    testing: 'Wird geprüft…',
    node: (number) => `Knoten ${number}`,
    finding: (found) => sayFinding(found, nodeFindings, nodeReasons),
    outcomes: { well: 'Geht', failing: 'Geht nicht' },
    took: (milliseconds) => `${milliseconds} ms`,
  },
  set: {
    title: 'Was gesetzt ist',
    text: 'Gelesen beim Start des Servers. Um etwas zu ändern, setzen Sie die Variable dort, wo er gestartet wird, und starten Sie ihn neu.',
    list: 'Was gesetzt ist',
    search: 'Eine Einstellung, eine Variable',
    columns: { name: 'Einstellung', value: 'Wert', source: 'Woher', allowed: 'Erlaubt' },
    sources: { default: 'Vorgabe', environment: 'Variable', file: 'Datei' },
    about: (name) => settingAbouts[name],
    allowed: ({ code, values }) => fillFault(allowedWords[code], values),
    empty: 'leer',
    nothing: 'Keine Einstellung passt zur Suche.',
    noneSet: 'Nichts wurde gesetzt: Alles ist, wie es kommt.',
    whole: (count) => `Alle ${count} Einstellungen zeigen`,
    fewer: 'Nur zeigen, was gesetzt wurde',
  },
  system: {
    title: 'Datenbank und Version',
    database: 'Datenbank',
    kinds: { sqlite: 'SQLite, eingebettet', postgres: 'PostgreSQL' },
    schema: 'Schema',
    backup: 'Letzte Sicherung',
    noBackup: 'Nie',
    replica: 'Lesekopie',
    replicaStates: {
      current: 'Hat alles; Listen werden dort gelesen',
      behind: (seconds) => `${seconds} zurück; Listen werden aus der Datenbank selbst gelesen`,
      down: 'Nicht zu erreichen; Listen werden aus der Datenbank selbst gelesen',
      foreign: 'Ist kein Standby dieser Datenbank und wird nicht gelesen',
    },
    version: 'Version',
  },
}
