import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type { CodedApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'

/** An alias setting that is already stored is not refused when another member changes. */
export const validateEmailAliasSetting = (
  { emailAliasDomain }: { emailAliasDomain: string },
  before: Pick<ApplicationDefinition, 'email'> | null | undefined,
  { email }: Pick<ApplicationDefinition, 'email'>,
): CodedApplicationDefinitionFieldError[] =>
  email === 'alias' && emailAliasDomain === '' && before?.email !== 'alias'
    ? [createApplicationDefinitionFieldError('email', createApplicationDefinitionErrorDetail('email_alias_domain'))]
    : []
