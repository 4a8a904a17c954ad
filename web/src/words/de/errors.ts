// What each refusal that the sign-in page can meet means to a person, and what to do now. Those of the other pages are
// a chapter of their own.
import type { ErrorWords, SignInErrorWords } from '../error-words.ts'

/** What any fault of the message comes down to for whoever signs: they never wrote it. */
export const alteredMessage: ErrorWords = {
  title: 'Die Nachricht wurde unterwegs verändert.',
  action: 'Versuchen Sie es noch einmal; bleibt es dabei, nehmen Sie eine andere Wallet.',
}

export const errors: SignInErrorWords = {
  'request.invalid': {
    title: 'Der Server hat diese Seite nicht verstanden.',
    action: 'Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  },
  'request.not_json': {
    title: 'Der Server hat diese Seite nicht verstanden.',
    action: 'Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  },
  'request.too_large': {
    title: 'Das war mehr, als der Server auf einmal liest.',
    action: 'Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  },
  'request.foreign_origin': {
    title: 'Der Server hat eine Anfrage abgelehnt, die von einer anderen Seite zu kommen schien.',
    action: 'Öffnen Sie diese Seite unter ihrer eigenen Adresse und versuchen Sie es dort noch einmal.',
  },
  'request.not_found': {
    title: 'Unter dieser Adresse ist nichts.',
    action: 'Prüfen Sie die Adresse, oder beginnen Sie auf der Startseite.',
  },
  'rate.limited': {
    title: 'Zu viele Versuche.',
    action: 'Warten Sie eine Minute und versuchen Sie es dann wieder.',
  },
  'interaction.unusable': {
    title: 'Diese Anmeldung einer Anwendung ist beendet oder abgelaufen.',
    action: 'Gehen Sie zurück zur Anwendung und melden Sie sich von dort neu an.',
  },
  'database.unavailable': {
    title: 'Der Server erreicht seine Datenbank gerade nicht.',
    action: 'Es wurde nichts geändert. Versuchen Sie es gleich noch einmal.',
  },
  'database.in_doubt': {
    title: 'Die Datenbank hat im letzten Augenblick versagt.',
    action: 'Vielleicht ist es geschehen, vielleicht nicht. Sehen Sie nach, und versuchen Sie es sonst noch einmal.',
  },
  'server.stopping': {
    title: 'Der Server startet gerade neu.',
    action: 'Versuchen Sie es gleich noch einmal.',
  },
  'server.fault': {
    title: 'Auf dem Server ist etwas schiefgegangen.',
    action:
      'Es wurde nichts geändert. Versuchen Sie es noch einmal; bleibt es dabei, nennen Sie dem Betreiber die Kennung der Anfrage.',
  },
  'network.offline': {
    title: 'Sie sind offline.',
    action: 'Prüfen Sie Ihre Verbindung und versuchen Sie es dann noch einmal.',
  },
  'network.unreachable': {
    title: 'Der Server antwortet nicht.',
    action: 'Vielleicht ist Ihre Verbindung langsam, oder der Server startet neu. Versuchen Sie es gleich noch einmal.',
  },
  'network.cancelled': {
    title: 'Das wurde abgebrochen.',
    action: 'Versuchen Sie es wieder, wann Sie möchten.',
  },
}
