import { formatPresetNote } from '@countersign/api/preset-note-texts'
import type {
  ApplicationDefinition,
  ApplicationDefinitionInput,
} from '../../store/applications/application-definition-types.ts'
import type { ApplicationPreset, ApplicationPresetSetting } from './application-preset-types.ts'
import { encodeSettingValue } from './encode-setting-value.ts'
import { secretPlaceholder, sessionSecretPlaceholder } from './secret-placeholders.ts'

export interface ApplicationPresetTemplateValues {
  origin: string
  definition: Pick<ApplicationDefinition, 'id' | 'scopes' | 'redirectUris'>
  /** Without a trailing slash; empty if the program has no address. */
  address: string
  secret: string | null
  /** A new random secret for the cookies of the program, which this server does not store. */
  sessionSecret?: string | null
}

export function expandPresetTemplate(
  text: string,
  { origin, definition, address, secret, sessionSecret }: ApplicationPresetTemplateValues,
): string {
  const scopes = definition.scopes.map(encodeSettingValue)
  const [place, issuer] = [encodeSettingValue(address), encodeSettingValue(origin)]
  const values: Readonly<Record<string, string>> = {
    '{address}': place,
    '{host}': removeUrlScheme(place),
    '{issuer}': issuer,
    '{issuer_host}': removeUrlScheme(issuer),
    '{client_id}': encodeSettingValue(definition.id),
    '{client_secret}': encodeSettingValue(secret ?? secretPlaceholder),
    '{session_secret}': encodeSettingValue(sessionSecret ?? sessionSecretPlaceholder),
    '{scopes}': scopes.join(' '),
    '{scopes_comma}': scopes.join(','),
    '{scopes_list}': scopes.map((scope) => `"${scope}"`).join(', '),
    '{redirect}': encodeSettingValue(definition.redirectUris[0] ?? ''),
  }
  return text.replaceAll(/\{[a-z_]+\}/g, (name) => values[name] ?? name)
}

const removeUrlScheme = (url: string): string => url.replace(/^https?:\/\//, '')

/** Omits settings that contain the secret if the secret is unknown. */
export const expandPresetSettingTemplates = (
  { settings }: ApplicationPreset,
  filling: ApplicationPresetTemplateValues,
): Required<ApplicationPresetSetting>[] =>
  settings
    .filter(({ value }) => filling.secret !== null || !value.includes('{client_secret}'))
    .map(({ name, value, explanation = '' }) => ({
      name: expandPresetTemplate(name, filling),
      value: expandPresetTemplate(value, filling),
      explanation: expandPresetTemplate(explanation, filling).replaceAll('`', ''),
    }))

/** Null if the settings are form fields. */
export function formatPresetSettings(
  { settingsFormat, settings }: ApplicationPreset,
  filling: ApplicationPresetTemplateValues,
): string | null {
  if (settingsFormat.as === 'fields') return null
  if (settingsFormat.as === 'text') return expandPresetTemplate(settingsFormat.text, filling)
  const { first, line, last, between = '\n' } = settingsFormat
  const lines = settings.map(({ name, value }) =>
    line.replace(/NAME|VALUE/g, (word) => (word === 'NAME' ? name : value)),
  )
  const body = [...(first === undefined ? [] : [first]), ...lines, ...(last === undefined ? [] : [last])]
  return expandPresetTemplate(body.join(between), filling)
}

export interface ApplicationPresetBlock {
  /** Where the text belongs, as the end of a sentence that starts with "in". */
  location: string
  language: string
  text: string
}

/**
 * The texts to paste into the program; together, they contain the client secret once.
 *
 * @returns an empty list if the settings are form fields
 */
export function listPresetBlocks(
  preset: ApplicationPreset,
  filling: ApplicationPresetTemplateValues,
): ApplicationPresetBlock[] {
  const { settingsFormat, settingsLocation, secretVariable, sessionSecretVariable } = preset
  const text = formatPresetSettings(preset, filling)
  if (settingsFormat.as === 'fields' || text === null) return []
  return [
    { location: settingsLocation, language: settingsFormat.language, text },
    ...(secretVariable === undefined
      ? []
      : [
          {
            location: 'its environment',
            language: 'sh',
            text: expandPresetTemplate(
              [
                `${secretVariable}={client_secret}`,
                ...(sessionSecretVariable === undefined ? [] : [`${sessionSecretVariable}={session_secret}`]),
              ].join('\n'),
              filling,
            ),
          },
        ]),
  ]
}

export const getPresetDefinition = ({ definition, email }: ApplicationPreset): ApplicationPreset['definition'] =>
  email === 'alias' || email === 'verified' ? { ...definition, email } : definition

/** What must be set up before anyone can sign in; null if nothing. */
export function describePresetEmailRequirement({ name, email }: ApplicationPreset): string | null {
  if (email !== 'alias' && email !== 'verified') return null
  return formatPresetNote(email === 'alias' ? 'aliasEmail' : 'verifiedEmail', name)
    .replace('**Email**: ', '')
    .replaceAll('`', '')
}

export function expandPresetDefinition(program: ApplicationPreset, address: string): ApplicationDefinitionInput {
  const { id, name } = program
  const text = JSON.stringify({ id, name, ...getPresetDefinition(program) })
  return JSON.parse(
    text.replaceAll('{address}', () => JSON.stringify(address).slice(1, -1)),
  ) as ApplicationDefinitionInput
}
