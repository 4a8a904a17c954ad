// The words that stand in place of a page that cannot go on; each document has them from the start.
import type { Chapters } from '../shape.ts'

export const fault: Chapters['fault'] = {
  codes: {
    'page.fault': {
      title: 'Diese Seite kann nicht weiter.',
      action:
        'Der Fehler liegt an dieser Website, nicht an Ihnen. Laden Sie die Seite neu; bleibt er, nennen Sie denen, die sie betreiben, den Code darunter.',
    },
    'page.incomplete': {
      title: 'Ein Teil dieser Seite fehlt.',
      action:
        'Vielleicht ist die Verbindung abgebrochen, oder diese Website wurde erneuert, während die Seite offen war. Laden Sie die Seite neu.',
    },
  },
  reload: 'Seite neu laden',
  front: 'Zurück zum Anfang',
}
