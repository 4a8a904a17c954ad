// The German words of resource servers: services that accept access tokens of this server.
import type { Chapters } from '../shape.ts'

export const adminResources: Chapters['adminResources'] = {
  title: 'Ressourcen',
  intro:
    'Dienste, die Zugangstoken dieses Servers annehmen: Schnittstellen, und MCP-Server für Programme mit Sprachmodellen.',
  list: 'Ressourcen',
  add: 'Ressource hinzufügen',
  search: 'Ein Name, ein Teil einer Adresse',
  columns: { name: 'Ressource', scopes: 'Scopes', openTo: 'Offen für', created: 'Hinzugefügt' },
  openTo: 'Welche Anwendungen sie nutzen dürfen',
  openings: {
    listed: 'Die sie aufführen',
    applications: 'Alle, die hier bekannt sind',
    everyone: 'Alle, auch Programme, die niemand eingetragen hat',
  },
  openingsAbout: {
    listed:
      'Nur eine Anwendung, deren Einstellungen sie aufführen, bekommt Token für sie, mit den Scopes, die dort stehen.',
    applications:
      'Jede Anwendung, die jemand hier eingetragen hat oder die sich mit einem Token von Ihnen selbst eintrug. Gefragt wird man trotzdem.',
    everyone:
      'Auch Programme, von denen nur die Adresse ihres Metadaten-Dokuments bekannt ist, wo dieser Server sie zulässt. Gefragt wird man trotzdem.',
  },
  emptyTitle: 'Noch keine Ressource',
  emptyText:
    'Fügen Sie eine hinzu für einen Dienst, der Token dieses Servers annehmen soll, etwa eine Schnittstelle oder einen MCP-Server.',
  undescribed: 'Nur von Anwendungen genannt',
  undescribedText:
    'Anwendungen führen sie auf, und niemand hat sie beschrieben. Sie arbeitet wie immer. Ändern Sie sie, um ihr einen Namen zu geben und zu sagen, was ihre Scopes bedeuten.',
  back: 'Alle Ressourcen',
  newTitle: 'Ressource hinzufügen',
  parts: { what: 'Was sie ist', who: 'Wer sie nutzen darf', tells: 'Was ihre Token sagen' },
  fields: {
    resource: 'Adresse',
    resourceHint:
      'Ihre Kennung, Zeichen für Zeichen so, wie Programme sie schicken und der Dienst sie in seinen Token (aud) erwartet, etwa https://mcp.example/mcp. Sie bleibt, wie sie ist.',
    name: 'Name',
    nameHint: 'Man liest ihn, wenn man gefragt wird. Bleibt er leer, liest man die Adresse.',
    scopes: 'Scopes',
    scopesHint:
      'Was dort getan werden kann: wonach Programme fragen, und was man davon liest. Darf leer bleiben, wo der Dienst keine hat.',
    scope: (number) => `Scope ${number}`,
    meaning: (number) => `Was man von Scope ${number} liest`,
    remove: 'Entfernen',
    removeScope: (number) => `Scope ${number} entfernen`,
    addScope: 'Noch ein Scope',
    subjects: 'Wer jemand dort ist (sub)',
    claims: 'Was sie wissen darf',
    claimsHint:
      'Jeder wird gefragt, bevor es gesagt wird. Auch die Anwendung, die das Token trägt, kann es lesen, und das erfährt man dabei.',
    life: 'Wie lange ein Token gilt',
    lifeHint: ({ min, max }) =>
      `Sekunden, ${min} bis ${max}. Vorher kann niemand ein unterschriebenes Token zurücknehmen. Leer: so lange wie andere Zugangstoken.`,
    algorithm: 'Unterschrift',
    rs256: 'RS256, für Dienste, die nichts Neueres kennen',
    tokenType: 'Art des Tokens (typ)',
    plainJwt: 'JWT, für Dienste, die at+jwt ablehnen',
  },
  subjects: {
    'by-resource': 'Dort ein Name, welches Programm auch fragt',
    'by-application': 'Der Name, den das Programm kennt',
  },
  subjectsAbout: {
    'by-resource':
      'Der Dienst erkennt dieselbe Person wieder, mit welchem Programm sie auch kommt. Programme können diesen Namen im Token lesen: Zwei, die sich absprechen, finden heraus, dass sie dieselbe Person kennen.',
    'by-application':
      'Mit jedem Programm ist jemand für den Dienst ein anderer, außer wo Programme denselben Host haben.',
  },
  claims: { wallet: 'Die Adresse der Wallet', groups: 'Die Gruppen' },
  noClaims: 'Nichts, außer wer es ist',
  usualLife: 'So lange wie andere Zugangstoken',
  seconds: (seconds) => `${seconds} Sekunden`,
  noMeaning: 'Man liest den Scope selbst.',
  applications: 'Anwendungen, die sie aufführen',
  noApplications: 'Keine führt sie auf.',
  people: 'Menschen, die dort etwas erlaubt haben',
  changed: 'Geändert',
  save: 'Speichern',
  create: 'Ressource hinzufügen',
  saving: 'Wird gespeichert …',
  saved: 'Gespeichert.',
  edit: 'Ändern',
  editTitle: (name) => `${name} ändern`,
  cancel: 'Abbrechen',
  switchTitle: 'Dort andere Namen geben?',
  switchText: (count, people) =>
    `${people === 1 ? 'Eine Person hat' : `${count} Menschen haben`} einer Anwendung dort etwas erlaubt. Vom nächsten Token an sind sie für den Dienst jemand anderes: Was er von ihnen hat, findet er nicht mehr.`,
  switchConfirm: 'Andere Namen geben',
  remove: 'Entfernen',
  removeTitle: (name) => `${name} entfernen?`,
  removeText: 'Niemand bekommt mehr ein Token für sie. Ausgegebene gelten, bis ihre Zeit um ist.',
  removed: (name) => `${name} wurde entfernt.`,
  noScopes: 'Sie hat keine: Man wird gefragt, ob eine Anwendung sie nutzen darf.',
  choice: {
    title: 'Ressourcen, die sie nutzen darf',
    hint: 'Dienste, für die sie Zugangstoken bekommt. Was allen Anwendungen offensteht, muss hier nicht stehen, außer wo diese weniger verlangen soll.',
    add: 'Eine Ressource aufführen',
    none: 'Wählen …',
    remove: 'Entfernen',
    removeNamed: (name) => `${name} entfernen`,
    empty: 'Es gibt noch keine Ressource.',
    make: 'Eine hinzufügen',
  },
  listed: 'Anwendungen führen sie auf. Nehmen Sie sie zuerst dort heraus.',
}
