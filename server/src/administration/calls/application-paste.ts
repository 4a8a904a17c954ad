// What to paste into the other side, so that it signs people in here: first by the names that a known program has for it, then by those
// of OpenID Connect.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import type { ApplicationDefinition } from '../../protocol/applications/definition.ts'
import { connectionOf } from '../../protocol/openid/connection.ts'
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
  PKCE: 'Has to be switched on in some programs.',
}

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
  return [...(await settingsOfProgram(origin, definition, secret)), ...connection]
}
