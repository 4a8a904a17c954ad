// A call that answers with a file, piece by piece, so that no file is ever held in memory as a whole.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'

/** A file that a browser is to keep. */
export interface FileDownload {
  name: string
  mediaType: string
}

/**
 * A link on another site comes with the cookie of a session (it is "lax"), and must not put a person's data on their disk (THREATS N1).
 * A page of this site and the address bar say "same-origin" and "none".
 * @throws ApiError `request.cross_origin`
 */
export function refuseCrossSiteDownload(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site')
    throw new ApiError('request.cross_origin', { privateDetail: `site ${site}` })
}

/**
 * Begins the answer. The first piece is made before anything is sent, so that a fault at the beginning is still answered as one; one
 * later on breaks the connection, and no browser takes the file for whole.
 * @param pieces of the file; they read what they need when they are asked for
 * @param canContinue asked before each further piece: whoever takes a file slowly must not take it for longer than they are signed in
 * (THREATS P4)
 */
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
        if (!(await canContinue())) throw new Error('A file was broken off: who was taking it may not have it any more')
      }
    } finally {
      // Whoever hangs up ends what was still to be read.
      await rest.return?.()
    }
  })()
}
