// A resource while somebody works on it: what is sent to be checked leaves out what nobody filled in.
import type { AdminAnswer } from '@countersign/api/admin-calls'

export type ResourceInFull = AdminAnswer<'readResource'>
export type Fault = AdminAnswer<'checkResource'>['faults'][number]

/** What an operator says of a resource. */
export type ResourceInput = Pick<
  ResourceInFull,
  'resource' | 'name' | 'scopes' | 'openTo' | 'tokenLifeSeconds' | 'claims' | 'algorithm' | 'tokenType' | 'subjects'
>

/** A new one, which knows a person by one name. */
export const emptyResource: ResourceInput = {
  resource: '',
  name: '',
  scopes: [{ scope: '', description: null }],
  openTo: 'listed',
  tokenLifeSeconds: null,
  claims: [],
  algorithm: 'ES256',
  tokenType: 'at+jwt',
  subjects: 'by-resource',
}

export const inputOf = ({
  resource,
  name,
  scopes,
  openTo,
  tokenLifeSeconds,
  claims,
  algorithm,
  tokenType,
  subjects,
}: ResourceInFull): ResourceInput => ({
  resource,
  name,
  scopes,
  openTo,
  tokenLifeSeconds,
  claims,
  algorithm,
  tokenType,
  subjects,
})

/** What is sent: without the lines of scopes that nobody filled in, and under its address where nobody gave it a name. */
export function sendableResource({ resource, name, scopes, ...rest }: ResourceInput): ResourceInput {
  const address = resource.trim()
  return {
    ...rest,
    resource: address,
    name: name.trim() || address.replace(/^[a-z][a-z0-9+.-]*:\/*/i, '').replace(/\/$/, ''),
    scopes: scopes
      .filter(({ scope, description }) => scope.trim() !== '' || (description ?? '').trim() !== '')
      .map(({ scope, description }) => ({ scope: scope.trim(), description: description?.trim() || null })),
  }
}

/** The place that a line of the form has in what is sent. */
export const placeSent = (scopes: ResourceInput['scopes'], place: number): number =>
  scopes.slice(0, place).filter(({ scope, description }) => scope.trim() !== '' || (description ?? '').trim() !== '')
    .length
