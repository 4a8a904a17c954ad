// Tests of the product commands, in process and over the network.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  cliTransportCases,
  createTemporaryTestFolder,
  prepareCliTransports,
} from '../testing/cli-transport-test-steps.ts'

const { open } = prepareCliTransports()
const spa = ['--kind', 'single-page']
const evil = ['--redirect', 'https://evil.example/']

describe.each(cliTransportCases)('product commands %s', (transport) => {
  test('add, show, change and remove a product, and put an application and a resource into it', async () => {
    const { run } = await open(transport)
    expect(await run('product', 'list')).toEqual([
      0,
      'There are no products yet. "npx countersign product add ID" adds one.',
    ])
    expect(await run('product', 'add', 'shop', '--name', 'Shop', '--host', 'shop.example')).toEqual([
      0,
      'Added "shop". Put applications into it with "npx countersign application add NAME --product shop".',
    ])
    expect(await run('product', 'add', 'shop')).toEqual([
      1,
      expect.stringContaining('A product "shop" already exists.'),
    ])
    const redirect = ['--redirect', 'https://shop.example/callback']
    const added = await run('application', 'add', 'Shop', ...spa, ...redirect, '--product', 'shop', '--first-party')
    expect(added[0]).toBe(0)
    expect(await run('resource', 'add', 'https://api.shop.example/', '--product', 'shop')).toEqual([
      0,
      expect.stringContaining('Added'),
    ])
    const [, shown] = await run('product', 'show', 'shop')
    expect(shown).toMatch(/applications +shop\n +resources +https:\/\/api\.shop\.example\//)
    const [, application] = await run('application', 'show', 'shop')
    expect(application).toMatch(/^ +product +shop$/m)
    expect(application).toMatch(/^ +firstParty +true$/m)
    expect(await run('application', 'change', 'shop', '--no-first-party')).toEqual([
      0,
      'Changed "shop":\n  firstParty true → false',
    ])
    expect(await run('product', 'change', 'shop', '--host', 'other.example')).toEqual([
      1,
      'error: --host: must contain "shop.example", which the application "shop" uses. Nothing was changed.',
    ])
    expect(await run('product', 'change', 'shop', '--host', 'shop.example', '--host', 'other.example')).toEqual([
      0,
      'Changed "shop":\n  redirectHosts shop.example → shop.example other.example',
    ])
    expect(await run('product', 'list')).toEqual([0, 'shop\tShop\tshop.example other.example\tshop'])
    expect(await run('product', 'remove', 'shop', '--yes')).toEqual([
      1,
      expect.stringContaining('These are part of "shop": shop, https://api.shop.example/.'),
    ])
    await run('application', 'remove', 'shop', '--yes')
    expect((await run('resource', 'change', 'https://api.shop.example/', '--product', '', '--yes'))[0]).toBe(0)
    expect(await run('product', 'remove', 'shop', '--yes')).toEqual([0, 'Removed "shop".'])
    expect(await run('product', 'show', 'shop')).toEqual([
      1,
      expect.stringContaining('error: There is no product "shop".'),
    ])
  })

  test('refuse a host that is none, and an application whose host the product does not have', async () => {
    const { run } = await open(transport)
    expect(await run('product', 'add', 'shop', '--host', 'https://shop.example')).toEqual([
      1,
      'error: --host[0]: must be a host name as browsers write it, without scheme, port or path, such as "app.example". Nothing was changed.',
    ])
    await run('product', 'add', 'shop', '--host', 'shop.example')
    const [code, error] = await run('application', 'add', 'Shop', ...spa, ...evil, '--product', 'shop')
    expect([code, error]).toEqual([1, expect.stringMatching(/--product: must not be "shop" while .* "evil\.example"/)])
  })

  test('are applied from an applications file, together with the applications', async () => {
    const { run } = await open(transport)
    const folder = createTemporaryTestFolder()
    const apply = async (redirectHosts: string[], redirectUris: string[]) => {
      const file = {
        products: [{ id: 'shop', name: 'Shop', redirectHosts }],
        applications: [{ id: 'shop-web', name: 'Shop', kind: 'single-page', redirectUris, product: 'shop' }],
      }
      writeFileSync(join(folder, 'file.json'), JSON.stringify(file))
      return run('application', 'apply', join(folder, 'file.json'))
    }
    const added = [0, '+ product shop added\n+ shop-web added']
    expect(await apply(['shop.example'], ['https://shop.example/'])).toEqual(added)
    expect(await apply(['shop.example'], ['https://shop.example/'])).toEqual([0, 'Nothing to change.'])
    expect(await apply(['other.example'], ['https://other.example/'])).toEqual([
      0,
      expect.stringMatching(/^~ product shop: redirectHosts shop\.example → other\.example\n~ shop-web: redirectUris/),
    ])
    expect(await apply(['shop.example'], ['https://other.example/'])).toEqual([
      1,
      expect.stringContaining('applications[0].product: must not be "shop" while the application uses'),
    ])
    writeFileSync(
      join(folder, 'file.json'),
      JSON.stringify({ products: [{ id: 'shop', name: 'Shop', redirectHosts: [] }], applications: [] }),
    )
    expect(await run('application', 'apply', join(folder, 'file.json'))).toEqual([
      1,
      expect.stringContaining(
        'products[0].redirectHosts: must contain "other.example", which the application "shop-web"',
      ),
    ])
  })
})
