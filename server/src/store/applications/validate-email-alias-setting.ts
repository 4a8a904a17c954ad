// Compares the choice of email aliases with the server settings: without a domain for them an application would never get an address.
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type { CodedApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'

/** @param before the definition that is stored; null for a new application. What is stored already is not refused when something else changes. */
export const validateEmailAliasSetting = (
  { emailAliasDomain }: { emailAliasDomain: string },
  before: Pick<ApplicationDefinition, 'email'> | null | undefined,
  { email }: Pick<ApplicationDefinition, 'email'>,
): CodedApplicationDefinitionFieldError[] =>
  email === 'alias' && emailAliasDomain === '' && before?.email !== 'alias'
    ? [createApplicationDefinitionFieldError('email', createApplicationDefinitionErrorDetail('email_alias_domain'))]
    : []
