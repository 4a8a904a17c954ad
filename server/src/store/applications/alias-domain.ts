// Compares the choice of email aliases with the server settings: without a domain for them an application would never get an address.
import { faultAt, tell } from '../definition-errors/definition-fault.ts'
import type { CodedFault } from '../definition-errors/definition-fault.ts'
import type { ApplicationDefinition } from './definition.ts'

/** @param before the definition that is stored; null for a new application. What is stored already is not refused when something else changes. */
export const aliasDomainFaults = (
  { aliasDomain }: { aliasDomain: string },
  before: Pick<ApplicationDefinition, 'email'> | null | undefined,
  { email }: Pick<ApplicationDefinition, 'email'>,
): CodedFault[] =>
  email === 'alias' && aliasDomain === '' && before?.email !== 'alias'
    ? [faultAt('email', tell('email_alias_domain'))]
    : []
