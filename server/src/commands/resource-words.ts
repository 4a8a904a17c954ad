// What the command line says of resources, on their server's machine and elsewhere alike.
import type { ResourceDefinition } from '../protocol/resources/definition.ts'

const openings = {
  listed: 'applications that list it: "countersign application change ID --resource ADDRESS…"',
  applications: 'every application that is known here',
  everyone: 'everyone, also clients known by a metadata document alone',
} as const

/** Everything about a resource, by the words in front of it. */
export const resourceColumns = (
  { resource, name, scopes, openTo, tokenLifeSeconds, claims, algorithm, tokenType, subjects }: ResourceDefinition,
  { applications, people }: { applications: readonly { id: string; scopes: readonly string[] }[]; people: number },
): Record<string, string> => ({
  address: resource,
  name,
  ...Object.fromEntries(scopes.map(({ scope, description }) => [`scope ${scope}`, description ?? '(no words)'])),
  'open to': openings[openTo],
  'listed by': applications.map((one) => `${one.id} (${one.scopes.join(' ')})`).join(', ') || 'no application',
  'tokens work': tokenLifeSeconds === null ? 'as long as others' : `${tokenLifeSeconds} seconds`,
  'tokens tell': claims.join(', ') || 'nothing but who it is',
  'signed with': algorithm,
  'token type': tokenType,
  subjects:
    subjects === 'by-resource'
      ? 'by-resource: one person has one name there, whatever client asks'
      : 'by-application: a person has the name there that the client knows',
  people: `${people} have allowed an application something there`,
})

/** What another kind of subject does, to be read before it is done. */
export const switchWarning = (resource: string, people: number): string =>
  `${people === 1 ? 'One person has' : `${people} people have`} allowed an application something at "${resource}". With other subjects each of them is somebody else there from the next token on: what the service keeps of them, it no longer finds.`

/** What removing does. */
export const removeWarning = (resource: string): string =>
  `Removing "${resource}" ends its tokens: nobody gets another, and those that are out work until their time is over. This cannot be taken back.`

/** Why a resource with this address cannot have tokens of the type JWT. */
export const namesClientFault = (resource: string): string =>
  `"${resource}" is also the client ID of an application that is known by its metadata document: with the token type JWT its access tokens would look like ID tokens for that application. Nothing was changed. Leave out --token-type, or give the resource another address.`

export const unknownResource = (resource: string): string =>
  `There is no resource "${resource}". "countersign resource list" shows all.`

export const listedWarning = (resource: string, ids: readonly string[]): string =>
  `These applications list "${resource}": ${ids.join(', ')}. Nothing was changed. Take it from them first, with "countersign application change ID --resource …" (an empty text for none).`
