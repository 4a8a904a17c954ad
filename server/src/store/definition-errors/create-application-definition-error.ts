import { applicationDefinitionErrors, fillTextTemplate } from '@countersign/api/application-definition-errors'
import type { ApplicationDefinitionErrorCode, TextTemplateValues } from '@countersign/api/application-definition-errors'

export interface ApplicationDefinitionFieldError {
  /** For example `redirectUris[1]`. */
  path: string
  /** Must read well after the path. */
  message: string
}

export const formatApplicationDefinitionErrorLine = ({ path, message }: ApplicationDefinitionFieldError): string =>
  path === '' ? message : `${path}: ${message}`

export interface ApplicationDefinitionErrorDetail {
  code: ApplicationDefinitionErrorCode
  values: TextTemplateValues
}

export type CodedApplicationDefinitionFieldError = ApplicationDefinitionFieldError & ApplicationDefinitionErrorDetail

export const createApplicationDefinitionErrorDetail = (
  code: ApplicationDefinitionErrorCode,
  values: Readonly<Record<string, string | number>> = {},
): ApplicationDefinitionErrorDetail => ({
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
})

export const formatApplicationDefinitionErrorMessage = ({ code, values }: ApplicationDefinitionErrorDetail): string =>
  fillTextTemplate(applicationDefinitionErrors[code], values)

export const createApplicationDefinitionFieldError = (
  path: string,
  told: ApplicationDefinitionErrorDetail,
): CodedApplicationDefinitionFieldError => ({
  path,
  message: formatApplicationDefinitionErrorMessage(told),
  ...told,
})
