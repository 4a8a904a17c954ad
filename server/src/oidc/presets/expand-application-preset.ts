// What is particular to one installation put into the places of a program's data (templating).
import type {
  ApplicationDefinition,
  ApplicationDefinitionInput,
} from '../../store/applications/application-definition-types.ts'
import type { ApplicationPreset, ApplicationPresetSetting } from './application-preset-types.ts'

/** Whom it is filled in for. */
export interface ApplicationPresetTemplateValues {
  /** The origin of this server. */
  origin: string
  /** The application that the program is here. */
  definition: Pick<ApplicationDefinition, 'id' | 'scopes' | 'redirectUris'>
  /** The program's own address, without a slash at its end; empty where it has none. */
  address: string
  /** null where it is known to nobody here. */
  secret: string | null
}

/** What stands for a secret that cannot be shown. */
const secretPlaceholder = 'THE_SECRET'

/** Puts the values into the places of a text. */
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

/** The settings of a program, filled in; without the secret where that is known to nobody here. */
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

/** The settings as they are pasted; null where they are fields of a screen. */
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

/** What its data say that it is here, with what follows from the e-mail address that it needs. */
export const getPresetDefinition = ({ definition, email }: ApplicationPreset): ApplicationPreset['definition'] =>
  email === 'alias' || email === 'verified' ? { ...definition, email } : definition

/** What has to be there before anybody is let in; null where that is nothing. */
export function describePresetEmailRequirement({ name, email }: ApplicationPreset): string | null {
  if (email === 'alias')
    return `${name} lets nobody in without an e-mail address: each person gets an alias at the domain of COUNTERSIGN_EMAIL_ALIAS_DOMAIN, which has to be set.`
  if (email === 'verified')
    return `${name} lets nobody in without an e-mail address that is vouched for: people verify one under /account, for which COUNTERSIGN_SMTP_HOST has to be set.`
  return null
}

/** What a program is here, at an address: for the rules of applications to judge. */
export function expandPresetDefinition(program: ApplicationPreset, address: string): ApplicationDefinitionInput {
  const { id, name } = program
  const text = JSON.stringify({ id, name, ...getPresetDefinition(program) })
  return JSON.parse(
    text.replaceAll('{address}', () => JSON.stringify(address).slice(1, -1)),
  ) as ApplicationDefinitionInput
}
