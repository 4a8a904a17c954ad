import type {
  ApplicationDefinition,
  ApplicationDefinitionInput,
} from '../../store/applications/application-definition-types.ts'
import type { ApplicationPreset, ApplicationPresetSetting } from './application-preset-types.ts'

export interface ApplicationPresetTemplateValues {
  origin: string
  definition: Pick<ApplicationDefinition, 'id' | 'scopes' | 'redirectUris'>
  /** Without a trailing slash; empty if the program has no address. */
  address: string
  secret: string | null
}

const secretPlaceholder = 'THE_SECRET'

export function expandPresetTemplate(
  text: string,
  { origin, definition, address, secret }: ApplicationPresetTemplateValues,
): string {
  const values: Readonly<Record<string, string>> = {
    '{address}': address,
    '{host}': address.replace(/^https?:\/\//, ''),
    '{issuer}': origin,
    '{issuer_host}': origin.replace(/^https?:\/\//, ''),
    '{client_id}': definition.id,
    '{client_secret}': secret ?? secretPlaceholder,
    '{scopes}': definition.scopes.join(' '),
    '{scopes_comma}': definition.scopes.join(','),
    '{scopes_list}': definition.scopes.map((scope) => `"${scope}"`).join(', '),
    '{redirect}': definition.redirectUris[0] ?? '',
  }
  return text.replaceAll(/\{[a-z_]+\}/g, (place) => values[place] ?? place)
}

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

export const getPresetDefinition = ({ definition, email }: ApplicationPreset): ApplicationPreset['definition'] =>
  email === 'alias' || email === 'verified' ? { ...definition, email } : definition

/** What must be set up before anyone can sign in; null if nothing. */
export function describePresetEmailRequirement({ name, email }: ApplicationPreset): string | null {
  if (email === 'alias')
    return `${name} requires an email address: each person gets an alias at the domain in COUNTERSIGN_EMAIL_ALIAS_DOMAIN, which must be set.`
  if (email === 'verified')
    return `${name} requires a verified email address: people verify one under /account, for which COUNTERSIGN_SMTP_HOST must be set.`
  return null
}

export function expandPresetDefinition(program: ApplicationPreset, address: string): ApplicationDefinitionInput {
  const { id, name } = program
  const text = JSON.stringify({ id, name, ...getPresetDefinition(program) })
  return JSON.parse(
    text.replaceAll('{address}', () => JSON.stringify(address).slice(1, -1)),
  ) as ApplicationDefinitionInput
}
