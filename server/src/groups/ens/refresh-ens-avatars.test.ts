// Tests how ENS avatars are stored and refreshed.
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseKind } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { openTestDatabase, testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { refreshEnsNames } from './refresh-ens-names.ts'
import {
  createTestAvatarPngs,
  createEnsNamesTestContext,
  insertTestPersonWithWallet,
  assignEnsName,
  readStoredEnsName,
  listStoredWalletAvatars,
  bluePng,
} from '../../testing/ens-name-reading-fixtures.ts'
import type { EnsNamesTestContext } from '../../testing/ens-name-reading-fixtures.ts'

const start = Date.parse('2026-01-15T12:00:00.000Z')
const day = 86_400_000

beforeAll(createTestAvatarPngs)

describe('ENS avatars', () => {
  const source = 'https://pictures.example/a.png'

  async function createPictured(
    kind: DatabaseKind = 'sqlite',
  ): Promise<{ world: EnsNamesTestContext; id: string; address: string; pictureId: string | null }> {
    const context = createEnsNamesTestContext(await openTestDatabase(kind))
    const { id, address } = await insertTestPersonWithWallet(context)
    assignEnsName(context, address, 'alice.eth', source)
    await refreshEnsNames(context)
    return { world: context, id, address, pictureId: (await readStoredEnsName(context, id))?.avatar_id ?? null }
  }

  test('P7: are stored re-encoded as WebP', async () => {
    const { world: context, id, pictureId } = await createPictured()
    const [picture, ...more] = await listStoredWalletAvatars(context)
    expect(more).toEqual([])
    expect(picture).toMatchObject({ id: pictureId, wallet_id: id, media_type: 'image/webp' })
    expect(await sharp(Buffer.from(picture?.content ?? '', 'base64')).metadata()).toMatchObject({
      format: 'webp',
      width: 256,
      height: 256,
    })
    expect(await readStoredEnsName(context, id)).toMatchObject({ avatar_source: source })
  })

  testOnBothDatabases('keep their ID while unchanged, and get a new one when the image changes', async (kind) => {
    const { world: context, id, pictureId } = await createPictured(kind)
    context.time.now += day
    await refreshEnsNames(context)
    expect((await readStoredEnsName(context, id))?.avatar_id).toBe(pictureId)
    context.pictures.body = bluePng
    context.time.now += day
    await refreshEnsNames(context)
    const row = await readStoredEnsName(context, id)
    expect(row?.avatar_id).not.toBe(pictureId)
    expect((await listStoredWalletAvatars(context)).map((picture) => picture.id)).toEqual([row?.avatar_id])
    expect(context.pictures.asked).toEqual([source, source, source])
  })

  test('are kept while the server is unavailable, retried after an hour, and removed after a 404', async () => {
    const { world: context, id, pictureId } = await createPictured()
    context.pictures.status = 503
    context.time.now += day
    await refreshEnsNames(context)
    expect(await readStoredEnsName(context, id)).toMatchObject({
      name: 'alice.eth',
      avatar_id: pictureId,
      refresh_at: start + day + 3_600_000,
    })
    context.pictures.status = 404
    context.time.now += 3_600_000
    await refreshEnsNames(context)
    expect(await readStoredEnsName(context, id)).toMatchObject({ name: 'alice.eth', avatar_id: null })
    expect(await listStoredWalletAvatars(context)).toEqual([])
  })

  test('are removed if the record changes to an unavailable URL', async () => {
    const { world: context, id } = await createPictured()
    context.records.avatars['alice.eth'] = 'https://elsewhere.example/a.png'
    context.pictures.status = 503
    context.time.now += day
    await refreshEnsNames(context)
    expect(await readStoredEnsName(context, id)).toMatchObject({
      name: 'alice.eth',
      avatar_id: null,
      avatar_source: 'https://elsewhere.example/a.png',
    })
  })

  test.each([
    'javascript:alert(1)',
    'data:image/png;base64,iVBORw0KGgo=',
    'ipfs://bafy',
    'eip155:1/erc721:0xb7F7F6C52F2e2fdb1963Eab30438024864c313F6/2430',
    'http://pictures.example/a.png',
  ])('P7: from %s are not fetched, and the URL is not stored', async (avatar) => {
    const { world: context, id, address } = await createPictured()
    assignEnsName(context, address, 'alice.eth', avatar)
    context.time.now += day
    await refreshEnsNames(context)
    expect(await readStoredEnsName(context, id)).toMatchObject({
      name: 'alice.eth',
      avatar_id: null,
      avatar_source: null,
    })
    expect(context.pictures.asked).toEqual([source])
  })
})
