// Which applications may be in a product, and when that may change (decision 0091; THREATS O32).
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type {
  ApplicationDefinitionErrorDetail,
  CodedApplicationDefinitionFieldError,
} from '../definition-errors/create-application-definition-error.ts'
import type { ProductDefinition } from '../products/product-definition.ts'
import { findProduct } from '../products/product-store.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import type { ApplicationRecord } from './application-store.ts'

export function validateProductCombination({
  product,
  subjectType,
  sectorIdentifierUri,
}: Pick<ApplicationDefinition, 'product' | 'subjectType' | 'sectorIdentifierUri'>):
  | ApplicationDefinitionErrorDetail
  | false {
  if (product === null) return false
  if (subjectType === 'public') return createApplicationDefinitionErrorDetail('product_public')
  return sectorIdentifierUri !== null && createApplicationDefinitionErrorDetail('product_sector')
}

/** Hosts that other parties can control. Loopback and custom schemes belong to no host. */
export function listHostsOfApplication({
  redirectUris,
  hosts,
}: Pick<ApplicationDefinition, 'redirectUris' | 'hosts'>): string[] {
  const urls = [...redirectUris, ...hosts.map((host) => `https://${host}/`)].map((uri) => new URL(uri))
  return [...new Set(urls.filter(({ protocol }) => protocol === 'https:').map(({ hostname }) => hostname))]
}

/** @param listed products that are stored together with the application */
export async function validateProductReference(
  queries: DatabaseQueryBuilder,
  definition: ApplicationDefinition,
  listed: readonly ProductDefinition[] = [],
): Promise<CodedApplicationDefinitionFieldError[]> {
  const { product: id } = definition
  if (id === null) return []
  const product = listed.find((one) => one.id === id) ?? (await findProduct(queries, id))?.definition
  if (product === undefined) return [createProductError('product_unknown', { id })]
  return listHostsOfApplication(definition)
    .filter((host) => !product.redirectHosts.includes(host))
    .slice(0, 1)
    .map((host) => createProductError('product_host', { id, host }))
}

/** No operator vouches for other applications. */
export const validateOperatorOnlyFields = (
  { origin }: Pick<ApplicationRecord, 'origin'>,
  { firstParty, product }: Pick<ApplicationDefinition, 'firstParty' | 'product'>,
): CodedApplicationDefinitionFieldError[] =>
  origin === 'operator'
    ? []
    : [
        ...(firstParty
          ? [
              createApplicationDefinitionFieldError(
                'firstParty',
                createApplicationDefinitionErrorDetail('first_party_origin'),
              ),
            ]
          : []),
        ...(product === null ? [] : [createProductError('product_origin')]),
      ]

/** @param people who know the application by their subject in the current sector */
export const validateProductChange = (
  before: Pick<ApplicationDefinition, 'product'>,
  { product }: Pick<ApplicationDefinition, 'product'>,
  people: number,
): CodedApplicationDefinitionFieldError[] =>
  before.product === product || people === 0
    ? []
    : [
        createProductError('product_fixed', {
          people,
          product: before.product === null ? 'null' : `"${before.product}"`,
        }),
      ]

const createProductError = (
  ...detail: Parameters<typeof createApplicationDefinitionErrorDetail>
): CodedApplicationDefinitionFieldError =>
  createApplicationDefinitionFieldError('product', createApplicationDefinitionErrorDetail(...detail))
