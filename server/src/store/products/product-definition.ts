// A product: several applications and resources that know a person by one subject (decision 0091).
import { hasInvisibleCharacters, hasStackedCombiningMarks } from '../../platform/detect-deceptive-text.ts'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type {
  ApplicationDefinitionErrorDetail,
  CodedApplicationDefinitionFieldError,
} from '../definition-errors/create-application-definition-error.ts'

export interface ProductDefinition {
  id: string
  name: string
  /** Hosts of the https redirect URIs that applications of the product may have. */
  redirectHosts: string[]
}

export type ProductDefinitionValidationResult =
  | { outcome: 'complete'; definition: ProductDefinition }
  | { outcome: 'invalid'; errors: CodedApplicationDefinitionFieldError[] }

const sectorPrefix = 'product:'

/** Cannot collide with a host, because no host starts with "product:". */
export const getProductSector = (id: string): string => `${sectorPrefix}${id}`

export const getProductOfSector = (sector: string): string | null =>
  sector.startsWith(sectorPrefix) ? sector.slice(sectorPrefix.length) : null

const idPattern = /^[a-z0-9][a-z0-9._-]{1,63}$/
const maxNameLength = 80
const maxRedirectHosts = 50

export const validateProductId = (id: string): ApplicationDefinitionErrorDetail | null =>
  idPattern.test(id) ? null : createApplicationDefinitionErrorDetail('id_form')

const members = ['id', 'name', 'redirectHosts'] as const

export function validateProductDefinition(input: unknown): ProductDefinitionValidationResult {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { outcome: 'invalid', errors: [createError('', createApplicationDefinitionErrorDetail('product_object'))] }
  const { id, name, redirectHosts = [], ...rest } = input as Record<string, unknown>
  const errors = [
    ...validateText('id', id, validateProductId),
    ...validateText('name', name, validateProductName),
    ...validateRedirectHosts(redirectHosts),
    ...Object.keys(rest).map((member) =>
      createError(member, createApplicationDefinitionErrorDetail('product_member', { names: members.join(', ') })),
    ),
  ]
  if (errors.length > 0) return { outcome: 'invalid', errors }
  return {
    outcome: 'complete',
    definition: { id: id as string, name: name as string, redirectHosts: [...(redirectHosts as string[])] },
  }
}

const createError = createApplicationDefinitionFieldError

function validateText(
  path: string,
  value: unknown,
  rule: (text: string) => ApplicationDefinitionErrorDetail | null,
): CodedApplicationDefinitionFieldError[] {
  const detail = typeof value === 'string' ? rule(value) : createApplicationDefinitionErrorDetail('text')
  return detail === null ? [] : [createError(path, detail)]
}

function validateProductName(text: string): ApplicationDefinitionErrorDetail | null {
  const length = [...text].length
  if (length === 0 || length > maxNameLength)
    return createApplicationDefinitionErrorDetail('length', { max: maxNameLength })
  if (text !== text.trim() || text.includes('  ')) return createApplicationDefinitionErrorDetail('name_spaces')
  if (hasInvisibleCharacters(text)) return createApplicationDefinitionErrorDetail('name_unseen')
  return hasStackedCombiningMarks(text) ? createApplicationDefinitionErrorDetail('name_marks') : null
}

function validateRedirectHosts(value: unknown): CodedApplicationDefinitionFieldError[] {
  const path = 'redirectHosts'
  if (!Array.isArray(value)) return [createError(path, createApplicationDefinitionErrorDetail('list'))]
  if (value.length > maxRedirectHosts)
    return [createError(path, createApplicationDefinitionErrorDetail('many', { max: maxRedirectHosts }))]
  return value.flatMap((host, index) => {
    const wrong = validateText(`${path}[${index}]`, host, validateRedirectHost)
    if (wrong.length > 0 || value.indexOf(host) === index) return wrong
    return [createError(`${path}[${index}]`, createApplicationDefinitionErrorDetail('twice'))]
  })
}

function validateRedirectHost(host: string): ApplicationDefinitionErrorDetail | null {
  const isHost = /^[a-z0-9.:[\]-]+$/.test(host) && !host.endsWith('.') && URL.canParse(`https://${host}/`)
  return isHost && new URL(`https://${host}/`).hostname === host
    ? null
    : createApplicationDefinitionErrorDetail('product_host_form')
}

/** Returns one text per changed member, such as `redirectHosts app.example → app.example api.example`. */
export function describeProductChanges(before: ProductDefinition, after: ProductDefinition): string[] {
  const [oldHosts, newHosts] = [before.redirectHosts.join(' ') || 'none', after.redirectHosts.join(' ') || 'none']
  return [
    ...(before.name === after.name ? [] : [`name ${before.name} → ${after.name}`]),
    ...(oldHosts === newHosts ? [] : [`redirectHosts ${oldHosts} → ${newHosts}`]),
  ]
}
