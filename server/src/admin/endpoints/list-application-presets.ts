import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import { validateAndFillApplicationDefinition } from '../../store/applications/validate-and-fill-application-definition.ts'
import { encodeSettingValue } from '../../oidc/presets/encode-setting-value.ts'
import { isLocalOrigin } from '../../platform/parse-setting-values.ts'

type Presets = AdminApiEndpointOutput<'readPresets'>['programs']
type Setting = AdminApiEndpointOutput<'readApplication'>['clientSettings'][number]

export const loadApplicationPresets = async () => ({
  ...(await import('../../oidc/presets/application-preset-registry.ts')),
  ...(await import('../../oidc/presets/expand-application-preset.ts')),
  ...(await import('../../oidc/presets/detect-application-preset.ts')),
  ...(await import('../../oidc/presets/list-preset-notes.ts')),
})

export const exampleApplicationId = 'countersign-example'
const exampleAddress = 'http://localhost:3001'

const examplePreset: Presets[number] = {
  id: exampleApplicationId,
  name: 'Example application',
  category: 'example',
  description: 'Runs next to Countersign on this machine, to try signing in.',
  about:
    'Comes with Countersign and runs next to it on this machine, so that you can try signing in without an application of your own.',
  kind: 'web',
  asks: [],
  definition: {
    id: exampleApplicationId,
    name: 'Example application',
    kind: 'web',
    uri: `${exampleAddress}/`,
    redirectUris: [`${exampleAddress}/callback`],
    postLogoutUris: [`${exampleAddress}/`],
    backchannelLogoutUri: `${exampleAddress}/backchannel-logout`,
    scopes: ['openid', 'profile', 'wallet', 'proof', 'offline_access'],
  },
}

export async function listApplicationPresets(origin: string): Promise<Presets> {
  const { applicationPresets, expandPresetDefinition } = await loadApplicationPresets()
  const known = applicationPresets.map((program) => ({
    id: program.id,
    name: program.name,
    category: program.category,
    description: program.description,
    about: `${program.description} Its settings are in ${program.settingsLocation}.`,
    kind: program.definition.kind,
    definition: { ...expandPresetDefinition(program, '{address}') },
    asks:
      program.address === null
        ? []
        : [
            {
              name: 'address',
              about: 'The address at which people open the application, without a trailing slash.',
              example: program.address,
            },
          ],
  }))
  return isLocalOrigin(origin) ? [...known, examplePreset] : known
}

/** Returns an empty list for an unknown program. */
export async function listPresetSettingsOfApplication(
  origin: string,
  definition: ApplicationDefinition,
  secret: string | null,
): Promise<Setting[]> {
  if (definition.id === exampleApplicationId) return [exampleCommand(origin, definition, secret)]
  const { detectApplicationPreset, expandPresetSettingTemplates } = await loadApplicationPresets()
  const recognised = detectApplicationPreset(definition)
  return recognised === undefined
    ? []
    : expandPresetSettingTemplates(recognised.preset, { origin, definition, address: recognised.address, secret }).map(
        ({ name, value, explanation }) => ({ name, value, about: explanation }),
      )
}

function exampleCommand(origin: string, definition: ApplicationDefinition, secret: string | null): Setting {
  const { command, address } = createExampleApplicationCommand(origin, definition, secret)
  const where = `Run it in a second terminal, in the Countersign folder. Then open ${address}`
  const about =
    secret === null
      ? `${where} (replace THE_SECRET with the client secret, which is shown once).`
      : `${where} and sign in there.`
  return { name: 'command', value: command, about }
}

export function createExampleApplicationCommand(
  origin: string,
  definition: ApplicationDefinition,
  secret: string | null,
): { command: string; address: string } {
  const address = new URL(definition.redirectUris[0] ?? exampleAddress).origin
  const environment = {
    ISSUER: origin,
    ORIGIN: address,
    CLIENT_ID: definition.id,
    CLIENT_SECRET: secret ?? 'THE_SECRET',
  }
  const command = [
    ...Object.entries(environment).map(([name, each]) => `${name}=${encodeSettingValue(each)}`),
    'npx node examples/src/example-oidc-client.ts',
  ].join(' ')
  return { command, address }
}

export function createDefaultDefinition(kind: ApplicationDefinition['kind']): Record<string, unknown> {
  const example = {
    id: 'example',
    name: 'Example',
    kind,
    ...(kind === 'machine' && { introspection: ['https://api.example/'] }),
    ...(kind === 'site' && { hosts: ['app.example'] }),
    ...(kind !== 'machine' &&
      kind !== 'device' &&
      kind !== 'site' && { redirectUris: ['https://app.example/callback'] }),
  }
  const completed = validateAndFillApplicationDefinition(example)
  if (completed.outcome === 'invalid') throw new Error(`The default definition of kind ${kind} is invalid`)
  return { ...completed.definition, id: '', name: '', redirectUris: [], hosts: [], introspection: 'own' }
}
