// One thing that is wrong with a definition, by a code of the catalogue: the command line reads the words, the screens have their own.
import { applicationDefinitionErrors, fillTextTemplate } from '@countersign/api/application-definition-errors'
import type { ApplicationDefinitionErrorCode, TextTemplateValues } from '@countersign/api/application-definition-errors'

/** One thing that is wrong with a definition. */
export interface ApplicationDefinitionFieldError {
  /** Where: `redirectUris[1]`. */
  path: string
  /** What is wrong and what is allowed, to be read after the path. */
  message: string
}

/** A fault as one line. */
export const formatApplicationDefinitionErrorLine = ({ path, message }: ApplicationDefinitionFieldError): string =>
  path === '' ? message : `${path}: ${message}`

/** What is wrong, wherever that is. */
export interface ApplicationDefinitionErrorDetail {
  code: ApplicationDefinitionErrorCode
  values: TextTemplateValues
}

/** One thing that is wrong with a definition itself, wherever it was written. */
export type CodedApplicationDefinitionFieldError = ApplicationDefinitionFieldError & ApplicationDefinitionErrorDetail

/** Says what is wrong by its code. */
export const createApplicationDefinitionErrorDetail = (
  code: ApplicationDefinitionErrorCode,
  values: Readonly<Record<string, string | number>> = {},
): ApplicationDefinitionErrorDetail => ({
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
})

/** What is wrong, in words. */
export const formatApplicationDefinitionErrorMessage = ({ code, values }: ApplicationDefinitionErrorDetail): string =>
  fillTextTemplate(applicationDefinitionErrors[code], values)

/** Says that something is wrong at a place. */
export const createApplicationDefinitionFieldError = (
  path: string,
  told: ApplicationDefinitionErrorDetail,
): CodedApplicationDefinitionFieldError => ({
  path,
  message: formatApplicationDefinitionErrorMessage(told),
  ...told,
})
