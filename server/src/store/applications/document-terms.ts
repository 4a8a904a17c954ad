// Two sources of one definition: what an application's own document says (client ID metadata document), and how an operator narrowed that. They
// are stored apart, so that a document that changes counts, and never undoes what the operator decided (decision 0035).
import { scopes as knownScopes } from '@countersign/api/calls'
import type { Scope } from '@countersign/api/calls'
import { faultAt, tell } from '../definition-errors/definition-fault.ts'
import type { CodedFault } from '../definition-errors/definition-fault.ts'
import type { ApplicationDefinition, GrantType } from './definition.ts'
import type { ApplicationsTable } from '../../platform/database/schema.ts'

/** What a document says, as it was read last. */
export interface DocumentTerms {
  definition: ApplicationDefinition
  /** Whether its loopback redirect addresses hold for any port (RFC 8252 §7.3). */
  anyLoopbackPort: boolean
}

/** What is stored of an application about its document. */
interface Stored {
  origin: ApplicationsTable['origin']
  definition: ApplicationDefinition
  document: DocumentTerms | null
  narrowing: Narrowing | null
}

/** What the document of an application says; null for applications without one. One that was kept before this was stored counts as it was kept. */
export const documentOf = ({ origin, document, definition }: Omit<Stored, 'narrowing'>): DocumentTerms | null =>
  origin === 'metadata-document' ? (document ?? { definition, anyLoopbackPort: false }) : null

/** Both, as operators read them; empty for an application without a document. */
export function describeTerms(record: Stored): { document?: ShownDocument; narrowing?: Narrowing | null } {
  const terms = documentOf(record)
  if (terms === null) return {}
  const { scopes, grantTypes, dpopRequired, pushedRequestRequired, maximumAgeSeconds } = terms.definition
  const document = { scopes, grantTypes, dpopRequired, pushedRequestRequired, maximumAgeSeconds }
  return { document, narrowing: storedNarrowing(record) }
}

type ShownDocument = Pick<
  ApplicationDefinition,
  'scopes' | 'grantTypes' | 'dpopRequired' | 'pushedRequestRequired' | 'maximumAgeSeconds'
>

/** How an operator narrowed a document, or added to it. */
export interface Narrowing {
  withheldScopes: Scope[]
  /** Scopes that the document does not ask for, such as `groups`. */
  addedScopes: Scope[]
  withheldGrantTypes: GrantType[]
  dpopRequired: boolean
  pushedRequestRequired: boolean
  /** The operator's own maximum; null where only the document's counts. */
  maximumAgeSeconds: number | null
}

const noNarrowing: Narrowing = {
  withheldScopes: [],
  addedScopes: [],
  withheldGrantTypes: [],
  dpopRequired: false,
  pushedRequestRequired: false,
  maximumAgeSeconds: null,
}

/** Members that only the document decides. */
const ownMembers = [
  'kind',
  'uri',
  'policyUri',
  'termsUri',
  'redirectUris',
  'postLogoutUris',
  'authentication',
  'jwks',
  'jwksUri',
  'idTokenAlgorithm',
] as const satisfies readonly (keyof ApplicationDefinition)[]

/**
 * The definition in force.
 * @param rest members that neither the document nor a narrowing is about
 */
export function definitionInForce(
  rest: ApplicationDefinition,
  { definition: document }: DocumentTerms,
  narrowing: Narrowing | null,
): ApplicationDefinition {
  const { withheldScopes, addedScopes, withheldGrantTypes, ...operator } = narrowing ?? noNarrowing
  const grantTypes = document.grantTypes.filter((grantType) => !withheldGrantTypes.includes(grantType))
  const mayHave = (scope: Scope): boolean => scope !== 'offline_access' || grantTypes.includes('refresh_token')
  const ages = [document.maximumAgeSeconds, operator.maximumAgeSeconds].filter((age) => age !== null)
  return {
    ...rest,
    ...Object.fromEntries(ownMembers.map((name) => [name, document[name]])),
    grantTypes,
    scopes: sameOrder(
      rest.scopes,
      knownScopes.filter(
        (scope) =>
          mayHave(scope) &&
          ((document.scopes.includes(scope) && !withheldScopes.includes(scope)) || addedScopes.includes(scope)),
      ),
    ),
    dpopRequired: document.dpopRequired || operator.dpopRequired,
    pushedRequestRequired: document.pushedRequestRequired || (operator.pushedRequestRequired && hasCode(grantTypes)),
    maximumAgeSeconds: ages.length > 0 ? Math.min(...ages) : null,
  }
}

/** The same items in another order are no change. */
const sameOrder = (before: Scope[], after: Scope[]): Scope[] =>
  before.length === after.length && after.every((scope) => before.includes(scope)) ? before : after

const hasCode = (grantTypes: readonly GrantType[]): boolean => grantTypes.includes('authorization_code')

/**
 * The narrowing after an operator asked for a definition. What they withheld before stays withheld, also where the document does not ask for it
 * now, until they allow it.
 */
export function narrowingAfter(
  terms: DocumentTerms,
  before: Narrowing | null,
  wanted: ApplicationDefinition,
): Narrowing {
  const { definition: document } = terms
  const inForce = definitionInForce(wanted, terms, before)
  const old = before ?? noNarrowing
  const withheld = <Item>(earlier: readonly Item[], said: readonly Item[], wished: readonly Item[]): Item[] =>
    [...new Set([...earlier, ...said])].filter((item) => !wished.includes(item))
  /** What was not changed says nothing new; the document's own value takes the operator's back. */
  function chosen<Name extends 'dpopRequired' | 'pushedRequestRequired' | 'maximumAgeSeconds'>(name: Name) {
    if (wanted[name] === inForce[name]) return old[name]
    return wanted[name] === document[name] ? noNarrowing[name] : wanted[name]
  }
  return {
    withheldScopes: withheld(old.withheldScopes, document.scopes, wanted.scopes),
    addedScopes: wanted.scopes.filter((scope) => !document.scopes.includes(scope) || old.addedScopes.includes(scope)),
    withheldGrantTypes: withheld(old.withheldGrantTypes, document.grantTypes, wanted.grantTypes),
    dpopRequired: chosen('dpopRequired'),
    pushedRequestRequired: chosen('pushedRequestRequired'),
    maximumAgeSeconds: chosen('maximumAgeSeconds'),
  }
}

/**
 * The narrowing of a stored application, with what an operator changed by an instance of the release before, which writes the definition alone
 * (decision 0034).
 */
export function storedNarrowing(record: Stored): Narrowing | null {
  const { definition, narrowing } = record
  const document = documentOf(record)
  if (document === null) return null
  const inForce = definitionInForce(definition, document, narrowing)
  const { dpopRequired, pushedRequestRequired, maximumAgeSeconds } = definition
  const kept = {
    ...inForce,
    // That release itself takes this one away, where the document has no refresh tokens.
    scopes: inForce.scopes.filter((scope) => scope === 'offline_access' || definition.scopes.includes(scope)),
    dpopRequired,
    pushedRequestRequired,
    maximumAgeSeconds,
  }
  return JSON.stringify(kept) === JSON.stringify(inForce) ? narrowing : narrowingAfter(document, narrowing, kept)
}

/** What an operator asked for that cannot be had, because the document says otherwise. */
export function documentFaults(wanted: ApplicationDefinition, inForce: ApplicationDefinition): CodedFault[] {
  const text = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)
  const names = Object.keys(inForce) as (keyof ApplicationDefinition)[]
  return names
    .filter((name) => text(wanted[name]) !== text(inForce[name]))
    .map((name) => faultAt(name, tell('document_says', { value: text(inForce[name]) })))
}
