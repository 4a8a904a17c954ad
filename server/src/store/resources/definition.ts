// What a resource is: a resource server (OAuth, resource indicators of RFC 8707), such as an API or an MCP server, that accepts access tokens
// of this server. The one object that operators write in files, the command line makes from options, and the database keeps.
import { scopes as ownScopes } from '@countersign/api/calls'
import type { Scope } from '@countersign/api/calls'
import { resourceTokenLife } from '@countersign/api/limits'
import { signingAlgorithms } from '../../platform/database/column-types.ts'
import type { SigningAlgorithm } from '../../platform/database/column-types.ts'
import { hasUnseen, pilesMarks } from '../../platform/deceptive-text.ts'
import { faultAt, tell } from '../definition-errors/definition-fault.ts'
import type { CodedFault, ToldFault } from '../definition-errors/definition-fault.ts'
import { resourceFault, resourceScopeFault } from './resource.ts'

/**
 * Which applications may use it: those whose definition lists it; every application that is known here; or everyone, clients that are known
 * by nothing but a metadata document among them.
 */
export const openings = ['listed', 'applications', 'everyone'] as const
export type Opening = (typeof openings)[number]

/** What its tokens may say of a person, where the person allows it. Named like the scopes that stand for the same. */
export const resourceClaims = ['wallet', 'groups'] as const satisfies readonly Scope[]
export type ResourceClaim = (typeof resourceClaims)[number]

/** Under which name its tokens tell who somebody is: one for this resource whatever client asked, or that of the client. */
export const subjectChoices = ['by-resource', 'by-application'] as const
export type SubjectChoice = (typeof subjectChoices)[number]

/** What the header of its tokens calls them (`typ`): what RFC 9068 §2.1 asks for, or what libraries expect that do not know it. */
export const tokenTypes = ['at+jwt', 'JWT'] as const
export type TokenType = (typeof tokenTypes)[number]

/** One thing that can be done there, and what a person reads of it at the consent. */
export interface ResourceScope {
  scope: string
  description: string | null
}

/** A resource with nothing left open. */
export interface ResourceDefinition {
  /** Its identifier: an address, which is the audience of its tokens. */
  resource: string
  /** What people read. */
  name: string
  scopes: ResourceScope[]
  openTo: Opening
  /** How long its tokens work; null for as long as other access tokens do. */
  tokenLifeSeconds: number | null
  claims: ResourceClaim[]
  /** What its tokens are signed with. */
  algorithm: SigningAlgorithm
  tokenType: TokenType
  subjects: SubjectChoice
}

export type CheckedResource =
  | { outcome: 'complete'; definition: ResourceDefinition }
  | { outcome: 'faulty'; faults: CodedFault[] }

const maxNameLength = 80
const maxDescriptionLength = 200
const maxScopes = 50

/** What is not said. A new resource knows a person by one name. */
const filled = (resource: unknown): Record<string, unknown> => ({
  resource,
  name: typeof resource === 'string' ? nameFrom(resource) : undefined,
  scopes: [],
  openTo: 'listed',
  tokenLifeSeconds: null,
  claims: [],
  algorithm: 'ES256',
  tokenType: 'at+jwt',
  subjects: 'by-resource',
})

/** Its address without the scheme: what a person recognises where nobody gave it a name. */
const nameFrom = (resource: string): string =>
  resource
    .replace(/^[a-z][a-z0-9+.-]*:\/*/i, '')
    .replace(/\/$/, '')
    .slice(0, maxNameLength) || resource.slice(0, maxNameLength)

/**
 * Checks what an operator wrote, and fills in the rest.
 * @param input anything; nothing about it is assumed
 */
export function checkResource(input: unknown): CheckedResource {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { outcome: 'faulty', faults: [faultAt('', tell('resource_no_object'))] }
  const given = input as Record<string, unknown>
  const members = filled(given.resource)
  const all: Record<string, unknown> = { ...members, ...given }
  const { resource, name, scopes, openTo, tokenLifeSeconds, claims, algorithm, tokenType, subjects } = all
  const faults = [
    ...textFaults('resource', resource, resourceFault),
    ...textFaults('name', name, (text) => shownTextFault(text, maxNameLength)),
    ...scopesFaults(scopes),
    ...oneOf('openTo', openTo, openings),
    ...lifeFaults(tokenLifeSeconds),
    ...claimsFaults(claims),
    ...oneOf('algorithm', algorithm, signingAlgorithms),
    ...oneOf('tokenType', tokenType, tokenTypes),
    ...oneOf('subjects', subjects, subjectChoices),
    ...Object.keys(given)
      .filter((member) => !Object.hasOwn(members, member))
      .map((member) => faultAt(member, tell('resource_member', { names: Object.keys(members).join(', ') }))),
  ]
  if (faults.length > 0) return { outcome: 'faulty', faults }
  const definition = Object.fromEntries(Object.keys(members).map((member) => [member, all[member]]))
  definition.scopes = (scopes as Partial<ResourceScope>[]).map((one) => ({
    scope: one.scope,
    description: one.description ?? null,
  }))
  return { outcome: 'complete', definition: definition as unknown as ResourceDefinition }
}

function textFaults(path: string, value: unknown, rule: (text: string) => ToldFault | null): CodedFault[] {
  if (typeof value !== 'string') return [faultAt(path, tell('text'))]
  const told = rule(value)
  return told === null ? [] : [faultAt(path, told)]
}

/** People decide by it: nothing in it may be invisible, turn the line around or pile up. */
function shownTextFault(text: string, max: number): ToldFault | null {
  const length = [...text].length
  if (length === 0 || length > max) return tell('length', { max })
  if (text !== text.trim() || text.includes('  ')) return tell('name_spaces')
  if (hasUnseen(text)) return tell('name_unseen')
  return pilesMarks(text) ? tell('name_marks') : null
}

const oneOf = (path: string, value: unknown, values: readonly string[]): CodedFault[] =>
  values.includes(value as string)
    ? []
    : [faultAt(path, tell('one_of', { values: values.map((one) => `"${one}"`).join(', ') }))]

function lifeFaults(value: unknown): CodedFault[] {
  const { min, max } = resourceTokenLife
  if (value === null || (Number.isInteger(value) && (value as number) >= min && (value as number) <= max)) return []
  return [faultAt('tokenLifeSeconds', tell('number', { min, max }))]
}

function claimsFaults(value: unknown): CodedFault[] {
  if (!Array.isArray(value)) return [faultAt('claims', tell('list'))]
  return value.flatMap((claim, index) =>
    value.indexOf(claim) < index
      ? [faultAt(`claims[${index}]`, tell('twice'))]
      : oneOf(`claims[${index}]`, claim, resourceClaims),
  )
}

function scopesFaults(value: unknown): CodedFault[] {
  if (!Array.isArray(value)) return [faultAt('scopes', tell('list'))]
  if (value.length > maxScopes) return [faultAt('scopes', tell('many', { max: maxScopes }))]
  const names = value.map((one) => (one as { scope?: unknown } | null)?.scope)
  return value.flatMap((one, index) => {
    const path = `scopes[${index}]`
    if (typeof one !== 'object' || one === null || Array.isArray(one))
      return [faultAt(path, tell('resource_scope_object'))]
    const { scope, description = null, ...rest } = one as Record<string, unknown>
    return [
      ...textFaults(`${path}.scope`, scope, resourceScopeFault),
      ...(names.indexOf(scope) < index ? [faultAt(`${path}.scope`, tell('twice'))] : []),
      ...(description === null
        ? []
        : textFaults(`${path}.description`, description, (text) => shownTextFault(text, maxDescriptionLength))),
      ...Object.keys(rest).map((member) => faultAt(`${path}.${member}`, tell('resource_scope_object'))),
    ]
  })
}

/** Whether a scope is one of this server's own, which no resource has. */
export const isOwnScope = (scope: string): scope is Scope => (ownScopes as readonly string[]).includes(scope)

/** The members of a definition that differ, in one line each. */
export function describeResourceChanges(before: ResourceDefinition, after: ResourceDefinition): string[] {
  const plain = (['name', 'openTo', 'tokenLifeSeconds', 'algorithm', 'tokenType', 'subjects'] as const).flatMap(
    (member) =>
      before[member] === after[member] ? [] : [`${member} ${before[member] ?? 'none'} → ${after[member] ?? 'none'}`],
  )
  const listed = (['scopes', 'claims'] as const).flatMap((member) => {
    const [one, other] = [before[member], after[member]]
    if (JSON.stringify(one) === JSON.stringify(other)) return []
    const inWords = (list: readonly (ResourceScope | ResourceClaim)[]): string =>
      list.map((item) => (typeof item === 'string' ? item : item.scope)).join(' ') || 'none'
    const words = [inWords(one), inWords(other)]
    return [words[0] === words[1] ? `descriptions of ${member} changed` : `${member} ${words[0]} → ${words[1]}`]
  })
  return [...plain, ...listed]
}
