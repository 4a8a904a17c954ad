// In German, what is said of the values to paste into an application.
import type { pasteAbouts as english } from '@countersign/api/paste-abouts'

export const pasteAbouts: Readonly<Record<keyof typeof english, string>> = {
  'client id': 'Wer die Anwendung hier ist.',
  'client secret': 'Wird nur jetzt gezeigt.',
  issuer: 'Auch Authority oder Provider-URL genannt. Ohne Schrägstrich am Ende.',
  'discovery document': 'Auch Well-known-URL genannt. Wer es liest, braucht daneben keinen Endpunkt.',
  authentication: 'Womit die Anwendung belegt, dass sie es selbst ist.',
  scopes: 'Wonach sie fragen darf.',
  'redirect addresses': 'Auch Callback-URL genannt. Sie muss eine davon schicken, Zeichen für Zeichen.',
  'Caddy, Traefik and HAProxy ask at':
    'Eine andere Adresse, wenn dieser Server nicht auf derselben Maschine läuft wie der Proxy.',
  'leads to this server': 'Der Pfad auf jedem Host, den der Proxy ungefragt zu diesem Server führen muss.',
  'sign-out': 'Ein Link dorthin, den die Seiten zeigen können.',
  PKCE: 'Muss in manchen Programmen eingeschaltet werden.',
}
