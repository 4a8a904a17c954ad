import type * as client from 'openid-client'
import { createOpenIdClientFactory } from '../issuer/create-openid-client.ts'
import { createIssuerMetadataLoader } from '../issuer/load-issuer-metadata.ts'
import { readOriginSetting, readSetting } from '../settings/read-setting.ts'
import type { TerminalSignInOptions } from './terminal-options.ts'

export interface TerminalClient {
  readonly configuration: client.Configuration
  readonly clientId: string
  readonly now: () => number
}

/** @throws ConfigurationError if an option is missing or invalid */
export async function openTerminalClient(
  options: Pick<TerminalSignInOptions, 'issuer' | 'clientId' | 'now' | 'fetch'>,
): Promise<TerminalClient> {
  const { now = Date.now } = options
  const issuer = readOriginSetting('issuer', options.issuer, 'terminal')
  const clientId = readSetting('clientId', options.clientId, 'terminal')
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))
  const open = createOpenIdClientFactory({
    issuer,
    clientId,
    clientSecret: null,
    loadMetadata: createIssuerMetadataLoader({ issuer, now, fetch: send }),
    now,
    fetch: send,
  })
  return { configuration: await open(), clientId, now }
}
