// Products for tests, added as an operator does.
import { addProduct } from '../admin/products/manage-products.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import { validateProductDefinition } from '../store/products/product-definition.ts'
import type { ProductDefinition } from '../store/products/product-definition.ts'
import type { TestServer } from './countersign-test-server.ts'

export async function addTestProduct(
  { database, clock }: Pick<TestServer, 'database' | 'clock'>,
  input: Partial<ProductDefinition> = {},
): Promise<void> {
  const checked = validateProductDefinition({
    id: 'shop',
    name: 'Shop',
    redirectHosts: ['shop.example', 'app.example'],
    ...input,
  })
  if (checked.outcome === 'invalid') throw new Error(JSON.stringify(checked.errors))
  const outcome = await addProduct(
    { queries: database.queries, random: systemRandomBytes },
    checked.definition,
    clock.now,
  )
  if (outcome !== 'added') throw new Error(outcome)
}
