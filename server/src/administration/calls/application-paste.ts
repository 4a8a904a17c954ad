// What to paste into the other side, so that it signs people in here: first by the names that a known program has for it, then by those
// of OpenID Connect.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import type { ApplicationDefinition } from '../../protocol/applications/definition.ts'
import { proxyConfigurations } from '../../protocol/forward-auth/proxy-configurations.ts'
import { connectionOf, reachedAt } from '../../protocol/openid/connection.ts'
import { settingsOfProgram } from './application-programs.ts'

type Paste = AdminAnswer<'readApplication'>['paste']

const explanations: Readonly<Record<string, string>> = {
  'client id': 'Who the application is here.',
  'client secret': 'Shown only now.',
  issuer: 'Also called authority or provider URL. Without a slash at the end.',
  'discovery document': 'Also called well-known URL. An application that reads it needs no endpoint beside it.',
  authentication: 'How it proves that it is itself.',
  scopes: 'What it may ask for.',
  'redirect addresses': 'Also called callback URL. It must send one of them, character for character.',
  'Caddy, Traefik and HAProxy ask at': 'Another address where this server is not on the same machine as the proxy.',
  'leads to this server': 'The path on each host that the proxy has to lead to this server, unasked.',
  'sign-out': 'A link to it, for the pages to show.',
  PKCE: 'Has to be switched on in some programs.',
}

/** One of these, whole. */
const configurationsOf = (origin: string, { hosts }: ApplicationDefinition): Paste =>
  proxyConfigurations(hosts[0], reachedAt(origin)).map(({ proxy, text }) => ({
    name: proxy,
    value: text,
    about: proxy === 'HAProxy' ? 'With the script deploy/haproxy/countersign.lua.' : '',
  }))

/** @param secret where it was made a moment ago; null where it is known to nobody here */
export async function pasteOf(
  origin: string,
  definition: ApplicationDefinition,
  secret: string | null = null,
): Promise<Paste> {
  const connection = Object.entries(connectionOf(origin, definition, secret)).map(([name, value]) => ({
    name,
    value,
    about: explanations[name] ?? '',
  }))
  if (definition.kind === 'site') return [...configurationsOf(origin, definition), ...connection]
  return [...(await settingsOfProgram(origin, definition, secret)), ...connection]
}
