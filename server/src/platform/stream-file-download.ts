import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'

export interface FileDownload {
  name: string
  mediaType: string
}

// A link on another site carries the cookie but must not download personal data (THREATS N1).
export function refuseCrossSiteDownload(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site')
    throw new ApiError('request.cross_origin', { privateDetail: `site ${site}` })
}

// An early error gets an error response; the download ends with the session (THREATS P4).
export async function startFileDownloadResponse(
  reply: FastifyReply,
  { name, mediaType }: FileDownload,
  pieces: AsyncIterable<string>,
  canContinue: () => Promise<boolean>,
): Promise<AsyncIterable<string>> {
  const rest = pieces[Symbol.asyncIterator]()
  const first = await rest.next()
  reply.headers({
    'content-type': mediaType,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  })
  return (async function* () {
    try {
      for (let piece = first; piece.done !== true; piece = await rest.next()) {
        yield piece.value
        if (!(await canContinue()))
          throw new Error('Download aborted: the caller is no longer allowed to download the file')
      }
    } finally {
      await rest.return?.()
    }
  })()
}
