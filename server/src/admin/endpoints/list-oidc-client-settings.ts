// Lists an application's settings by the names of its program and by their OpenID Connect names.
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

const listProxyConfigurations = (port: number, { hosts }: ApplicationDefinition): ClientSettings =>
  createReverseProxyConfigurations(hosts[0], getLocalServerAddress(port)).map(({ proxy, text }) => ({
    name: proxy,
    value: text,
    about: proxy === 'HAProxy' ? 'Requires the script deploy/haproxy/countersign.lua.' : '',
  }))

export const listConnectionValues = (
  settings: Pick<ServerSettings, 'origin' | 'port'>,
  definition: ApplicationDefinition,
  secret: string | null,
): ClientSettings =>
  Object.entries(describeApplicationConnection(settings, definition, secret)).map(([name, value]) => ({
    name,
    value,
    about: isExplained(name) ? clientSettingDescriptions[name] : '',
  }))

/** @param secret known only right after its creation */
export async function listOidcClientSettings(
  { origin, port }: Pick<ServerSettings, 'origin' | 'port'>,
  definition: ApplicationDefinition,
  secret: string | null = null,
): Promise<ClientSettings> {
  const connection = listConnectionValues({ origin, port }, definition, secret)
  if (definition.kind === 'site') return [...listProxyConfigurations(port, definition), ...connection]
  return [...(await listPresetSettingsOfApplication(origin, definition, secret)), ...connection]
}
