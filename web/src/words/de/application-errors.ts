// What the refusals mean that only pages about applications can meet, and what to do now.
import type { Chapters } from '../shape.ts'

export const applicationErrors: Chapters['applicationErrors'] = {
  'consent.claim_missing': {
    title: 'Die Anwendung verlangt etwas, das Sie noch nicht haben.',
    action: 'Tragen Sie es oben ein, wählen Sie eine andere Wallet, oder lehnen Sie ab.',
  },
  'application.not_allowed': {
    title: 'Diese Anwendung ist nur für Mitglieder einer Gruppe.',
    action: 'Melden Sie sich mit einer Wallet an, die dazugehört, oder fragen Sie den Betreiber der Anwendung.',
  },
  'application.other_way': {
    title: 'Die Anwendung lässt die Art nicht gelten, auf die Sie sich angemeldet haben.',
    action:
      'Melden Sie sich so an, wie sie es verlangt, mit einem Passkey oder einer anderen Wallet, und geben Sie den Code noch einmal ein.',
  },
  'application.sign_in_old': {
    title: 'Für diese Anwendung haben Sie sich vor zu langer Zeit angemeldet.',
    action: 'Melden Sie sich hier ab und wieder an, und geben Sie den Code dann noch einmal ein.',
  },
  'application.unknown': {
    title: 'Diese Website kennt die Anwendung nicht, die Sie hierher geschickt hat.',
    action:
      'Es wurde nichts weitergegeben. Sagen Sie dem Betreiber der Anwendung, dass sie hier nicht registriert ist.',
  },
  'application.disabled': {
    title: 'Die Anwendung, die Sie hierher geschickt hat, ist auf dieser Website deaktiviert.',
    action:
      'Es wurde nichts weitergegeben. Wenden Sie sich an den Betreiber dieser Website, wenn Sie die Anwendung brauchen.',
  },
  'application.document_unusable': {
    title: 'Diese Seite konnte nicht lesen, was die Anwendung über sich selbst sagt.',
    action:
      'Es wurde nichts weitergegeben. Versuchen Sie es in einer Minute noch einmal; bleibt es dabei, sagen Sie es denen, die die Anwendung betreiben.',
  },
  'site.unknown': {
    title: 'Für diese Seite ist keine Anmeldung eingerichtet.',
    action: 'Sagen Sie es dem Betreiber: im Protokoll des Anmeldeservers steht, was fehlt.',
  },
  'application.address_unregistered': {
    title: 'Die Anwendung wollte Sie an eine Adresse schicken, die sie nicht registriert hat.',
    action: 'Zu Ihrer Sicherheit geht diese Website nicht dorthin. Sagen Sie es dem Betreiber der Anwendung.',
  },
  'application.request_invalid': {
    title: 'Die Anwendung hat etwas verlangt, das diese Website nicht kann.',
    action: 'Gehen Sie zurück zur Anwendung. Wenn es so bleibt, sagen Sie es ihrem Betreiber.',
  },
  'application.not_authenticated': {
    title: 'Die Anwendung konnte nicht beweisen, dass sie die ist, die sie zu sein angibt.',
    action: 'Sagen Sie dem Betreiber der Anwendung, dass ihr Geheimnis nicht das registrierte ist.',
  },
  'device.unusable': {
    title: 'Dieser Code ist nicht verwendbar.',
    action: 'Vergleichen Sie ihn mit dem Code, den das Gerät zeigt, oder lassen Sie das Gerät einen neuen holen.',
  },
  'sign_out.unusable': {
    title: 'Diese Bitte um Abmeldung ist abgelaufen oder wurde schon verwendet.',
    action: 'Abmelden können Sie sich auf der Seite Ihres Kontos.',
  },
}
