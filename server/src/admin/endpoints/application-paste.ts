// What to paste into the other side, so that it signs people in here: first by the names that a known program has for it, then by those
// of OpenID Connect.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { pasteAbouts } from '@countersign/api/paste-abouts'
import type { ApplicationDefinition } from '../../store/applications/definition.ts'
import { proxyConfigurations } from '../../oidc/forward-auth/proxy-configurations.ts'
import { connectionOf, reachedAt } from '../../oidc/provider/connection.ts'
import type { Settings } from '../../platform/settings.ts'
import { settingsOfProgram } from './application-programs.ts'

type Paste = AdminAnswer<'readApplication'>['paste']

const isExplained = (name: string): name is keyof typeof pasteAbouts => Object.hasOwn(pasteAbouts, name)

/** One of these, whole. */
const configurationsOf = (port: number, { hosts }: ApplicationDefinition): Paste =>
  proxyConfigurations(hosts[0], reachedAt(port)).map(({ proxy, text }) => ({
    name: proxy,
    value: text,
    about: proxy === 'HAProxy' ? 'With the script deploy/haproxy/countersign.lua.' : '',
  }))

/** @param secret where it was made a moment ago; null where it is known to nobody here */
export async function pasteOf(
  { origin, port }: Pick<Settings, 'origin' | 'port'>,
  definition: ApplicationDefinition,
  secret: string | null = null,
): Promise<Paste> {
  const connection = Object.entries(connectionOf({ origin, port }, definition, secret)).map(([name, value]) => ({
    name,
    value,
    about: isExplained(name) ? pasteAbouts[name] : '',
  }))
  if (definition.kind === 'site') return [...configurationsOf(port, definition), ...connection]
  return [...(await settingsOfProgram(origin, definition, secret)), ...connection]
}
