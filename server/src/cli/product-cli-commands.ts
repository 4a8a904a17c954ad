import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { Command } from 'commander'
import type { ApplicationDefinitionFieldError } from '../store/definition-errors/create-application-definition-error.ts'
import { validateProductDefinition } from '../store/products/product-definition.ts'
import type { CliList } from './format-cli-list.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'
import {
  collectRepeatedOption,
  confirmAction,
  formatDefinitionChanges,
  formatNameValueTextColumns,
  printCliError,
  printDefinitionErrors,
  sanitizeTerminalOutput,
  setAdminApiCliCommandAction,
} from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'

type Product = AdminApiEndpointOutput<'readProduct'>

interface ProductOptions {
  name?: string
  host?: string[]
}

export function registerCliCommands(program: Command): void {
  const product = program
    .command('product')
    .description('Manages products: applications and resources that know a person by one identifier.')
  const needs = (access: 'read' | 'write') => ({
    subjects: ['product'] as const,
    access,
    nameFault: toProductCliOptionError,
  })
  const withOptions = (command: Command): Command =>
    command
      .option('--name <name>', 'display name')
      .option(
        '--host <host>',
        'a host of the https redirect addresses of its applications, such as shop.example; repeatable',
        collectRepeatedOption,
      )

  setAdminApiCliCommandAction(
    withOptions(product.command('add <id>').description('Adds a product. The name is the ID by default.')),
    needs('write'),
    addProduct,
  )
  setAdminApiCliCommandAction(
    product.command('list').description('Lists products with their hosts and applications.'),
    needs('read'),
    listProducts,
  )
  setAdminApiCliCommandAction(
    product.command('show <id>').description('Prints one product with its applications and resources.'),
    needs('read'),
    showProduct,
  )
  setAdminApiCliCommandAction(
    withOptions(
      product
        .command('change <id>')
        .description(
          'Updates the given options. --host replaces all hosts; a host that an application uses cannot be removed.',
        ),
    ),
    needs('write'),
    changeProduct,
  )
  setAdminApiCliCommandAction(
    product
      .command('remove <id>')
      .description('Deletes a product without applications and resources. Asks first unless --yes is given.')
      .option('--yes', 'do not ask'),
    needs('write'),
    removeProduct,
  )
}

const optionOf: Readonly<Record<string, string>> = { id: 'ID', name: '--name', redirectHosts: '--host' }

const toProductCliOptionError = ({
  path,
  message,
}: ApplicationDefinitionFieldError): ApplicationDefinitionFieldError => ({
  path: path.replace(/^[A-Za-z]+/, (member) => optionOf[member] ?? member),
  message,
})

const listHosts = (host: readonly string[] | undefined): string[] | undefined => host?.filter((one) => one !== '')

async function addProduct(
  client: AdminApiClient,
  id: string,
  { name = id, host }: ProductOptions,
): Promise<CliCommandOutcome> {
  const checked = validateProductDefinition({ id, name, redirectHosts: listHosts(host) })
  if (checked.outcome === 'invalid') return printDefinitionErrors(checked.errors.map(toProductCliOptionError))
  const json = await client.call('createProduct', { body: checked.definition })
  return {
    json,
    text: `Added "${id}". Put applications into it with "countersign application add NAME --product ${id}".`,
  }
}

async function listProducts(client: AdminApiClient): Promise<CliCommandOutcome> {
  const { items } = await client.call('listProducts', {})
  const list: CliList = {
    columns: [
      { title: 'ID' },
      { title: 'NAME', canShrink: true },
      { title: 'HOSTS', canShrink: true },
      { title: 'APPLICATIONS', canShrink: true },
    ],
    rows: items.map(({ id, name, redirectHosts, applications }) => [
      id,
      name,
      redirectHosts.join(' '),
      applications.map((one) => one.id).join(' '),
    ]),
    empty: 'There are no products yet. "countersign product add ID" adds one.',
  }
  return { json: { products: items }, text: list }
}

const readProduct = (client: AdminApiClient, id: string): Promise<Product> =>
  client.call('readProduct', { params: { id } })

async function showProduct(client: AdminApiClient, id: string): Promise<CliCommandOutcome> {
  const json = await readProduct(client, id)
  const rows = {
    id: json.id,
    name: json.name,
    hosts: json.redirectHosts.join(', ') || 'none',
    applications: json.applications.map((one) => one.id).join(', ') || 'none',
    resources: json.resources.join(', ') || 'none',
  }
  return { json, text: formatNameValueTextColumns(rows) }
}

async function changeProduct(client: AdminApiClient, id: string, given: ProductOptions): Promise<CliCommandOutcome> {
  const before = await readProduct(client, id)
  const { name = before.name, host } = given
  const redirectHosts = listHosts(host) ?? before.redirectHosts
  const checked = validateProductDefinition({ id, name, redirectHosts })
  if (checked.outcome === 'invalid') return printDefinitionErrors(checked.errors.map(toProductCliOptionError))
  const { changes } = await client.call('changeProduct', {
    params: { id },
    body: { name, redirectHosts, changedAt: before.changedAt },
  })
  return { json: { changes }, text: formatDefinitionChanges(id, changes) }
}

async function removeProduct(client: AdminApiClient, id: string, { yes }: { yes?: true }): Promise<CliCommandOutcome> {
  const { name, applications, resources } = await readProduct(client, id)
  const members = [...applications.map((one) => one.id), ...resources]
  if (members.length > 0)
    return printCliError(
      sanitizeTerminalOutput(
        `These are part of "${id}": ${members.join(', ')}. Nothing was changed. Remove them first, with "countersign application remove" or "countersign resource change --product ''".`,
      ),
    )
  const warning = `Deletes the product "${sanitizeTerminalOutput(id)}". This cannot be undone.`
  if (!(await confirmAction(warning, 'Delete it?', yes))) return 1
  await client.call('removeProduct', { params: { id } })
  return { json: { id, name }, text: `Removed "${id}".` }
}
