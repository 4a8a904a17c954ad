// HTTP routes for the transparency log (C2SP tlog-tiles), so that other programs can verify it.
import { parseLogTilePath } from '@countersign/log/transparency-log-tile'
import { readMerkleTreeHead, readMerkleTreeTile } from '../../audit-log/read-audit-log-merkle-tree.ts'
import { readLatestAuditLogCheckpoint } from '../../audit-log/checkpoints/sign-audit-log-checkpoint.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { ApiError } from '../../platform/api-error.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'

export function registerTransparencyLogRoutes(app: ServerAppContext): void {
  const { queries } = app.database

  registerAdminEndpoint(app, 'readLogCheckpoint', async ({ reply }) => {
    const newest = await readLatestAuditLogCheckpoint(queries)
    if (newest === null) throw new ApiError('event.not_found')
    // C2SP tlog-tiles, §Checkpoints.
    void reply.type('text/plain; charset=utf-8')
    return newest.note
  })

  registerAdminEndpoint(app, 'readLogTile', async ({ params, reply }) => {
    const tile = parseLogTilePath(`tile/${params['*']}`)
    const bytes = tile === undefined ? null : await readMerkleTreeTile(queries, await readMerkleTreeHead(queries), tile)
    if (bytes === null) throw new ApiError('event.not_found')
    // C2SP tlog-tiles, §Merkle Tree and §Log entries. Tiles require a token, so caches are private.
    void reply.type('application/octet-stream').header('cache-control', 'private, max-age=31536000, immutable')
    return bytes
  })
}
