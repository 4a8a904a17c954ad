import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import {
  createApplicationDefinitionErrorDetail,
  createApplicationDefinitionFieldError,
} from '../definition-errors/create-application-definition-error.ts'
import type { CodedApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import { findProduct } from '../products/product-store.ts'
import type { ResourceServerDefinition } from './resource-server-definition.ts'

export async function validateResourceProduct(
  queries: DatabaseQueryBuilder,
  { product }: Pick<ResourceServerDefinition, 'product'>,
): Promise<CodedApplicationDefinitionFieldError[]> {
  if (product === null || (await findProduct(queries, product)) !== undefined) return []
  return [
    createApplicationDefinitionFieldError(
      'product',
      createApplicationDefinitionErrorDetail('product_unknown', { id: product }),
    ),
  ]
}
