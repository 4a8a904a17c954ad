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
  'challenge.unusable': {
    title: 'Diese Anmeldeanfrage ist abgelaufen oder schon benutzt.',
    action: 'Fordern Sie eine neue an und unterschreiben Sie die.',
  },
  'sign_in.mismatch': {
    title: 'Die unterschriebene Nachricht ist nicht die, um die diese Seite gebeten hat.',
    action: 'Versuchen Sie es noch einmal und unterschreiben Sie die Nachricht so, wie sie gezeigt wird.',
  },
  'signature.malformed': {
    title: 'Was die Wallet geliefert hat, ist keine Unterschrift, die diese Seite lesen kann.',
    action: 'Versuchen Sie es noch einmal, oder nehmen Sie eine andere Wallet.',
  },
  'signature.refused': {
    title: 'Die Unterschrift passt nicht zur Wallet.',
    action: 'Unterschreiben Sie mit der Wallet, deren Adresse in der Nachricht steht.',
  },
  'signature.awaited': {
    title: 'Es haben noch nicht alle Eigentümer zugestimmt.',
    action: 'Lassen Sie diese Seite offen, oder kommen Sie später mit dem Link zurück. Nichts ist verloren.',
  },
  'wallet.not_deployed': {
    title: 'Diese Wallet gibt es auf ihrer Chain noch nicht.',
    action: 'Richten Sie sie dort ein, oder verwenden Sie eine andere.',
  },
  'chain.not_read': {
    title: 'Das ist eine Vertrags-Wallet auf einer Chain, die diese Seite nicht liest.',
    action: 'Verwenden Sie eine andere Wallet, oder bitten Sie den Betreiber dieser Seite, die Chain hinzuzufügen.',
  },
  'chain.unavailable': {
    title: 'Die Chain ist nicht erreichbar, um diese Wallet zu prüfen.',
    action: 'Mit Ihrer Wallet ist alles in Ordnung. Versuchen Sie es gleich noch einmal.',
  },
  'passkey.refused': {
    title: 'Dieser Passkey wurde nicht angenommen.',
    action: 'Vielleicht wurde er hier entfernt. Nehmen Sie einen anderen Passkey oder eine Wallet.',
  },
  'person.suspended': {
    title: 'Diese Anmeldung wurde gesperrt.',
    action: 'Wenden Sie sich an den Betreiber dieser Seite.',
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
    title: 'Die Verbindung zur Datenbank ist im letzten Augenblick abgerissen.',
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
