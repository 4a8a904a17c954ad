// Die Worte der Übersicht der Verwaltung: was gezählt wird, und wie es steht.
import type { Chapters } from '../shape.ts'

export const adminOverview: Chapters['adminOverview'] = {
  title: 'Übersicht',
  range: {
    title: 'Zeitraum',
    days: (days) => `${days} Tage`,
    custom: 'Anderer',
    from: 'Erster Tag',
    to: 'Letzter Tag',
    utc: 'Tage beginnen um Mitternacht UTC.',
  },
  now: {
    title: 'Jetzt',
    people: 'Personen',
    suspended: (count) => `${count} gesperrt`,
    sessions: 'Laufende Sitzungen',
    sessionsText: 'in diesem Augenblick angemeldet',
    applications: 'Anwendungen',
    disabled: (count) => `${count} abgeschaltet`,
    allEnabled: 'alle eingeschaltet',
    groups: 'Gruppen',
    groupsText: 'nach Regeln',
  },
  news: {
    title: 'Wartet auf jemanden',
    nothing: 'Nichts wartet auf Sie.',
    unread: 'Ob etwas auf Sie wartet, war nicht herauszufinden.',
    logouts: (count, isOne, application) =>
      `${isOne ? 'Eine Abmeldung' : `${count} Abmeldungen`} der letzten sieben Tage ${isOne ? 'konnte' : 'konnten'} nicht weitergegeben werden${application === null ? '' : ` an ${application}`}`,
    orMore: (count) => `Mehr als ${count}`,
    chain: (name, sessions) =>
      `${name} lässt sich nicht lesen${sessions === 0 ? '' : sessions === 1 ? '; 1 Sitzung wartet darauf' : `; ${sessions} Sitzungen warten darauf`}`,
    key: (algorithm, isOver) =>
      isOver
        ? `Die Zeit des Signaturschlüssels ${algorithm} ist um, und keiner folgt ihm`
        : `Der Signaturschlüssel ${algorithm} endet bald, und keiner folgt ihm`,
    refusals: (count, usual) => `${count} Anmeldungen wurden heute abgelehnt; üblich sind ${usual} am Tag`,
    mails: (count, isOne) =>
      `${isOne ? 'Eine E-Mail' : `${count} E-Mails`} der letzten sieben Tage ${isOne ? 'konnte' : 'konnten'} nicht verschickt werden`,
    held: (count, isOne) =>
      isOne
        ? 'Eine Wallet ist angehalten, weil ihr Vertrag den Besitzer gewechselt hat'
        : `${count} Wallets sind angehalten, weil ihre Verträge den Besitzer gewechselt haben`,
    introspection: (name, isOwn) =>
      isOwn
        ? `${name} konnte jedes Token prüfen lassen; seit dem Upgrade nur noch die eigenen`
        : `${name} konnte jedes Token prüfen lassen; seit dem Upgrade nur noch die für ihre Ressourcen`,
    noBackup: 'Von der Datenbank gibt es noch keine Sicherung',
    oldBackup: (days) => `Die letzte Sicherung ist ${days} Tage alt`,
    backupCommand: 'Auf der Maschine des Servers:',
    actions: {
      logouts: 'Ansehen, welche',
      chain: 'Ihre Knoten prüfen',
      key: 'Die Schlüssel erneuern',
      refusals: 'Ansehen, von wo',
      mails: 'Ansehen, warum',
      held: 'Ansehen, wessen',
      introspection: 'Prüfen und speichern',
      backup: 'Frühere ansehen',
    },
  },
  signIns: {
    title: 'Anmeldungen je Tag',
    total: (count, shown) =>
      count === 1 ? '1 Anmeldung in diesem Zeitraum' : `${shown} Anmeldungen in diesem Zeitraum`,
    series: { key: 'Einfache Wallet', contract: 'Vertrags-Wallet', passkey: 'Passkey', refused: 'Abgelehnt' },
    day: 'Tag',
    week: (day) => `Woche ab ${day}`,
    bar: (when, parts) => `${when}: ${parts}`,
    nothing: 'nichts',
    notOver: (when) => `${when} (noch nicht vorbei)`,
    emptyTitle: 'Noch niemand hat sich angemeldet',
    emptyText: 'Sobald eine Anwendung verbunden ist, wird hier jede Anmeldung gezählt.',
    connect: 'Anwendung verbinden',
    emptyRange: 'In diesem Zeitraum keine Anmeldung.',
    see: 'Im Verlauf ansehen',
  },
  refusals: {
    title: 'Ablehnungen nach Grund',
    reason: 'Grund',
    count: 'Anzahl',
    peak: (when, count) => `am meisten: ${when} (${count})`,
    empty: 'In diesem Zeitraum wurde nichts abgelehnt.',
  },
  networks: {
    title: 'Ablehnungen nach Netz',
    network: 'Netz',
    unnamed: 'Aus einem Netz, das nicht mehr bekannt ist',
    empty: 'In diesem Zeitraum wurde nichts abgelehnt.',
    part: (lines) => `Gezählt wurden die neuesten ${lines}.`,
  },
  newPeople: {
    title: 'Neue Personen je Tag',
    series: 'Neue Personen',
    empty: 'In diesem Zeitraum niemand Neues.',
    see: 'Im Verlauf ansehen',
  },
  chart: {
    open: 'Blass, mit unterbrochener Linie: noch nicht vorbei.',
    table: 'Als Tabelle zeigen',
    picture: 'Als Bild zeigen',
    keys: 'Pfeiltasten gehen von Balken zu Balken, die Eingabetaste öffnet die Liste dahinter.',
  },
  health: {
    title: 'Zustand',
    chains: 'Blockchains',
    noChains: 'Es wird keine gelesen. Einfache Wallets und Passkeys melden sich trotzdem an.',
    states: { unread: 'Noch nicht gelesen', well: 'Lässt sich lesen', failing: 'Lässt sich nicht lesen' },
    readAt: 'Zuletzt gelesen',
    unreachable: (count) => (count === 1 ? '1 Sitzung wartet darauf' : `${count} Sitzungen warten darauf`),
    keys: 'Signaturschlüssel',
    keyStates: { next: 'kommt als Nächster', current: 'signiert jetzt', retiring: 'gilt noch' },
    made: 'erzeugt',
    nextKey: 'der nächste',
    backup: 'Sicherung',
    noBackup: 'Von der Datenbank gibt es noch keine Kopie, oder keine, von der dieser Server weiß.',
    lastBackup: 'Letzte Kopie',
    oldBackup: 'Die letzte Kopie ist älter als eine Woche.',
    logouts: 'Abmeldungen unterwegs',
    waiting: (count) => `${count} warten`,
    failed: (count) => `${count} gescheitert`,
    allTold: 'Jede Anwendung weiß Bescheid.',
    settings: 'Zu den Einstellungen',
    seeFailed: 'Die gescheiterten ansehen',
  },
}
