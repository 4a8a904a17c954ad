// What the refusals mean that only the other pages can meet, and what to do now.
import type { FurtherErrorWords } from '../shape.ts'

export const furtherErrors: FurtherErrorWords = {
  'session.required': {
    title: 'Sie sind nicht angemeldet.',
    action: 'Melden Sie sich an und versuchen Sie es noch einmal.',
  },
  'session.not_found': {
    title: 'Diese Sitzung ist schon zu Ende.',
    action: 'Sehen Sie sich die Liste noch einmal an.',
  },
  'application.unknown': {
    title: 'Diese Website kennt die Anwendung nicht, die Sie hierher geschickt hat.',
    action: 'Es wurde nichts weitergegeben. Sagen Sie dem Betreiber der Anwendung, dass sie hier nicht registriert ist.',
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
  'grant.not_found': {
    title: 'Diese Anwendung steht nicht mehr auf Ihrer Liste.',
    action: 'Sehen Sie sich die Liste neu an.',
  },
}
