import type { TextTemplateValues } from '@countersign/api/application-definition-errors'
import type { AllowedServerSettingValue, AllowedServerSettingValueCode } from '@countersign/api/server-setting-names'

export interface ServerSettingDefinition {
  /** The text, as in the environment; may depend on settings that were read before. */
  default: (read: ReadonlyMap<string, unknown>) => string
  allowed: AllowedServerSettingValue
  about: string
  parse: (text: string) => unknown
  findErrors?: (text: string) => string[]
  normalize?: (text: string) => string | undefined
  /** Raises a value that only earlier releases allowed. */
  raiseToMinimum?: (text: string) => string | undefined
  /** Masks the value for display; by default, passwords in URLs are masked. */
  redact?: (text: string) => string
}

export const createAllowedSettingValue = (
  code: AllowedServerSettingValueCode,
  values: TextTemplateValues = {},
): AllowedServerSettingValue => ({
  code,
  values,
})

export const createAllowedSettingChoices = (words: readonly string[]): AllowedServerSettingValue =>
  createAllowedSettingValue('one_of', { values: words.join(', ') })
