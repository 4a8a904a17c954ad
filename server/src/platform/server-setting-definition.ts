// What the definition of one setting consists of, and how it says which values are allowed.
import type { TextTemplateValues } from '@countersign/api/application-definition-errors'
import type { AllowedServerSettingValue, AllowedServerSettingValueCode } from '@countersign/api/server-setting-names'

/** One setting: what it is for, and by which reader its text becomes its value. */
export interface ServerSettingDefinition {
  /** The default as text, as the environment would give it; it may depend on what was read before it. */
  default: (read: ReadonlyMap<string, unknown>) => string
  allowed: AllowedServerSettingValue
  about: string
  /** The checked value, or undefined where the text is not allowed. */
  parse: (text: string) => unknown
  /** What is wrong with a text that is not allowed, each to be read as a sentence; for a value of many parts. */
  findErrors?: (text: string) => string[]
  /** The same value in its right spelling, for a text that is not allowed because of its spelling alone. */
  normalize?: (text: string) => string | undefined
  /** The value that is used instead of one that only earlier releases allowed. */
  raiseToMinimum?: (text: string) => string | undefined
  /** The value as it may be shown; where it is left out, without the passwords of addresses. */
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
