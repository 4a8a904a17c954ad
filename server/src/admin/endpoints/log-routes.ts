// HTTP for the log as others read it: the newest checkpoint and the tiles of its tree, in the layout of C2SP tlog-tiles below /api/admin/log, so that whoever is
// given a token checks it with a program that knows nothing of this server, or serves it on to everybody.
import { parseTilePath } from '@countersign/log/tile'
import { readSealedTree, readTile } from '../../audit-log/tree.ts'
import { readCheckpoint } from '../../audit-log/checkpoints/sign.ts'
import type { App } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { registerAdminCall } from '../authorization/admin-call.ts'

export function registerLog(app: App): void {
  const { queries } = app.database

  registerAdminCall(app, 'readLogCheckpoint', async ({ reply }) => {
    const newest = await readCheckpoint(queries)
    if (newest === null) throw new Refusal('event.not_found')
    // C2SP tlog-tiles, §Checkpoints.
    void reply.type('text/plain; charset=utf-8')
    return newest.note
  })

  registerAdminCall(app, 'readLogTile', async ({ params, reply }) => {
    const tile = parseTilePath(`tile/${params['*']}`)
    const bytes = tile === undefined ? null : await readTile(queries, await readSealedTree(queries), tile)
    if (bytes === null) throw new Refusal('event.not_found')
    // C2SP tlog-tiles, §Merkle Tree and §Log entries. A tile never changes, so that whoever serves them on asks for each once; a token opens it, so that no cache shares it.
    void reply.type('application/octet-stream').header('cache-control', 'private, max-age=31536000, immutable')
    return bytes
  })
}
