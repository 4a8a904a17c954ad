// What to paste into an application, in its own format.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import { usesClientSecret } from '../../store/applications/application-definition-types.ts'
import { createReverseProxyConfigurations } from '../../oidc/forward-auth/create-reverse-proxy-configurations.ts'
import { getLocalServerAddress } from '../../oidc/provider/describe-application-connection.ts'
import {
  formatUnquotedEnvironment,
  listApplicationEnvironmentVariables,
} from '../../oidc/presets/application-environment-variables.ts'
import { secretPlaceholder, sessionSecretPlaceholder } from '../../oidc/presets/secret-placeholders.ts'
import type { ServerSettings } from '../../platform/server-setting-definitions.ts'
import {
  createExampleApplicationCommand,
  exampleApplicationId,
  loadApplicationPresets,
} from './list-application-presets.ts'
import { listConnectionValues } from './list-oidc-client-settings.ts'

type Setup = NonNullable<AdminApiEndpointOutput<'readApplication'>['setup']>
type Settings = Pick<ServerSettings, 'origin' | 'port'>

interface NewSecrets {
  /** Known only right after its creation. */
  clientSecret: string | null
  /** A new random secret for the sessions of a site, which this server does not store. */
  sessionSecret: string | null
}

/**
 * @returns the settings of a known program, of a reverse proxy, or environment variables; without
 *   `secrets`, placeholders take their place
 */
export async function describeApplicationSetup(
  settings: Settings,
  definition: ApplicationDefinition,
  secrets: NewSecrets = { clientSecret: null, sessionSecret: null },
): Promise<Setup> {
  const values = listConnectionValues(settings, definition, secrets.clientSecret)
  const empty: Setup = { program: null, location: null, address: null, blocks: [], fields: [], notes: [], values }
  if (definition.kind === 'site') return { ...empty, blocks: listProxyBlocks(settings, definition) }
  if (definition.id === exampleApplicationId) return describeExample(settings, definition, secrets, empty)
  return (
    (await describeProgram(settings, definition, secrets, empty)) ?? {
      ...empty,
      blocks: listEnvironmentBlocks(settings, definition, secrets),
    }
  )
}

const listProxyBlocks = ({ port }: Settings, { hosts }: ApplicationDefinition): Setup['blocks'] =>
  createReverseProxyConfigurations(hosts[0], getLocalServerAddress(port)).map(({ proxy, text }) => ({
    location: proxy,
    language: 'text',
    text: text.trimEnd(),
  }))

function listEnvironmentBlocks(
  { origin }: Settings,
  definition: ApplicationDefinition,
  { clientSecret, sessionSecret }: NewSecrets,
): Setup['blocks'] {
  const { resources } = definition
  const variables = listApplicationEnvironmentVariables({
    issuer: origin,
    definition,
    clientSecret: usesClientSecret(definition) ? (clientSecret ?? secretPlaceholder) : null,
    sessionSecret: sessionSecret ?? sessionSecretPlaceholder,
    api: resources.length === 1 ? (resources[0]?.resource ?? null) : null,
  })
  return variables === null ? [] : [{ location: '.env', language: 'sh', text: formatUnquotedEnvironment(variables) }]
}

function describeExample(
  { origin }: Settings,
  definition: ApplicationDefinition,
  { clientSecret }: NewSecrets,
  empty: Setup,
): Setup {
  const { command, address } = createExampleApplicationCommand(origin, definition, clientSecret)
  const location = 'a second terminal, in the Countersign folder'
  return {
    ...empty,
    location,
    address,
    blocks: [{ location, language: 'sh', text: command }],
  }
}

async function describeProgram(
  { origin }: Settings,
  definition: ApplicationDefinition,
  { clientSecret, sessionSecret }: NewSecrets,
  empty: Setup,
): Promise<Setup | null> {
  const {
    detectApplicationPreset,
    expandPresetSettingTemplates,
    expandPresetTemplate,
    listPresetBlocks,
    listPresetNotes,
  } = await loadApplicationPresets()
  const detected = detectApplicationPreset(definition)
  if (detected === undefined) return null
  const { preset, address } = detected
  const secret = usesClientSecret(definition) ? (clientSecret ?? secretPlaceholder) : null
  const filling = { origin, definition, address, secret, sessionSecret }
  const blocks = listPresetBlocks(preset, filling)
  const fields =
    blocks.length > 0
      ? []
      : expandPresetSettingTemplates(preset, filling).map(({ name, value }) => ({ name, value, about: '' }))
  return {
    ...empty,
    program: { id: preset.id, name: preset.name },
    location: preset.settingsLocation,
    address: address === '' ? null : address,
    blocks: [...blocks, ...listPrintedSections(preset.sections ?? [], (text) => expandPresetTemplate(text, filling))],
    fields,
    notes: listPresetNotes(preset).map((note) => expandPresetTemplate(note, filling)),
  }
}

type Sections = NonNullable<
  Awaited<ReturnType<typeof loadApplicationPresets>>['applicationPresets'][number]['sections']
>

const listPrintedSections = (sections: Sections, fill: (text: string) => string): Setup['blocks'] =>
  sections.flatMap(({ title, parts, printed }) =>
    printed === true
      ? parts.flatMap((part) =>
          typeof part === 'string' ? [] : [{ location: title, language: part.language, text: fill(part.text) }],
        )
      : [],
  )
