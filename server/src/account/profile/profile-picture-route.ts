// Serves the pictures that people chose, to who knows the address of one: the person's own pages, and applications that were
// allowed their profile.
import type { FastifyInstance } from 'fastify'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { ApiError } from '../../platform/api-error.ts'

/** Opened by itself, a picture loads nothing, runs nothing and belongs to no origin (THREATS N4, P7). */
const contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
const yearSeconds = 31_536_000

export function registerProfilePictureRoute({ http, database }: Pick<ServerAppContext, 'http' | 'database'>): void {
  // Applications show it on pages of their own (OpenID Connect Core §5.1, "picture").
  registerStoredImageRoute(http, { path: '/pictures/:id', for: 'cross-origin' }, (id) =>
    database.queries
      .selectFrom('profile_pictures')
      .select(['media_type', 'content'])
      .where('id', '=', id)
      .executeTakeFirst(),
  )
}

type FindImage = (id: string) => Promise<{ media_type: string; content: string } | undefined>

/**
 * Serves pictures that this server wrote itself, each under an address that nobody can guess.
 * @param on which path, and on whose pages they may be shown
 */
export function registerStoredImageRoute(
  http: FastifyInstance,
  on: { path: string; for: 'same-origin' | 'cross-origin' },
  find: FindImage,
): void {
  http.get<{ Params: { id: string } }>(on.path, { schema: { hide: true } }, async (request, reply) => {
    const { id } = request.params
    // What can be no id can be a text that a database refuses to compare with.
    const picture = /^[0-9a-z]{26}$/.test(id) ? await find(id) : undefined
    if (picture === undefined) throw new ApiError('request.not_found')
    reply.headers({
      // Another picture has another address. Caches that several people share need not hold it.
      'cache-control': `private, max-age=${yearSeconds}, immutable`,
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': on.for,
    })
    return reply.type(picture.media_type).send(Buffer.from(picture.content, 'base64'))
  })
}
