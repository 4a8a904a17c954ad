// One thing that is wrong with a definition, by a code of the catalogue: the command line reads the words, the screens have their own.
import { applicationDefinitionErrors, fillTemplate } from '@countersign/api/application-definition-errors'
import type { ApplicationDefinitionErrorCode, TemplateValues } from '@countersign/api/application-definition-errors'

/** One thing that is wrong with a definition. */
export interface DefinitionError {
  /** Where: `redirectUris[1]`. */
  path: string
  /** What is wrong and what is allowed, to be read after the path. */
  message: string
}

/** A fault as one line. */
export const formatDefinitionErrorLine = ({ path, message }: DefinitionError): string =>
  path === '' ? message : `${path}: ${message}`

/** What is wrong, wherever that is. */
export interface DefinitionErrorDetail {
  code: ApplicationDefinitionErrorCode
  values: TemplateValues
}

/** One thing that is wrong with a definition itself, wherever it was written. */
export type CodedDefinitionError = DefinitionError & DefinitionErrorDetail

/** Says what is wrong by its code. */
export const createDefinitionErrorDetail = (
  code: ApplicationDefinitionErrorCode,
  values: Readonly<Record<string, string | number>> = {},
): DefinitionErrorDetail => ({
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
})

/** What is wrong, in words. */
export const formatDefinitionErrorMessage = ({ code, values }: DefinitionErrorDetail): string =>
  fillTemplate(applicationDefinitionErrors[code], values)

/** Says that something is wrong at a place. */
export const createDefinitionError = (path: string, told: DefinitionErrorDetail): CodedDefinitionError => ({
  path,
  message: formatDefinitionErrorMessage(told),
  ...told,
})
