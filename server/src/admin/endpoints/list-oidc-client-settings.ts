// What to paste into the other side, so that it signs people in here: first by the names that a known program has for it, then by those
// of OpenID Connect.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { clientSettingDescriptions } from '@countersign/api/client-setting-descriptions'
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import { createReverseProxyConfigurations } from '../../oidc/forward-auth/create-reverse-proxy-configurations.ts'
import {
  describeApplicationConnection,
  getLocalServerAddress,
} from '../../oidc/provider/describe-application-connection.ts'
import type { ServerSettings } from '../../platform/server-setting-definitions.ts'
import { listPresetSettingsOfApplication } from './list-application-presets.ts'

type ClientSettings = AdminApiEndpointOutput<'readApplication'>['clientSettings']

const isExplained = (name: string): name is keyof typeof clientSettingDescriptions =>
  Object.hasOwn(clientSettingDescriptions, name)

/** One of these, whole. */
const listProxyConfigurations = (port: number, { hosts }: ApplicationDefinition): ClientSettings =>
  createReverseProxyConfigurations(hosts[0], getLocalServerAddress(port)).map(({ proxy, text }) => ({
    name: proxy,
    value: text,
    about: proxy === 'HAProxy' ? 'With the script deploy/haproxy/countersign.lua.' : '',
  }))

/** @param secret where it was made a moment ago; null where it is known to nobody here */
export async function listOidcClientSettings(
  { origin, port }: Pick<ServerSettings, 'origin' | 'port'>,
  definition: ApplicationDefinition,
  secret: string | null = null,
): Promise<ClientSettings> {
  const connection = Object.entries(describeApplicationConnection({ origin, port }, definition, secret)).map(
    ([name, value]) => ({
      name,
      value,
      about: isExplained(name) ? clientSettingDescriptions[name] : '',
    }),
  )
  if (definition.kind === 'site') return [...listProxyConfigurations(port, definition), ...connection]
  return [...(await listPresetSettingsOfApplication(origin, definition, secret)), ...connection]
}
