// Serves profile pictures to anyone who knows the URL, such as applications with the profile scope.
import type { FastifyInstance } from 'fastify'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { ApiError } from '../../platform/api-error.ts'

/** Applies when a browser opens a picture directly, not as part of a page (THREATS N4, P7). */
const contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
const yearSeconds = 31_536_000

export function registerProfilePictureRoute({ http, database }: Pick<ServerAppContext, 'http' | 'database'>): void {
  // Applications receive this URL in the `picture` claim (OpenID Connect Core §5.1).
  registerStoredImageRoute(http, { path: '/pictures/:id', for: 'cross-origin' }, (id) =>
    database.queries
      .selectFrom('profile_pictures')
      .select(['media_type', 'content'])
      .where('id', '=', id)
      .executeTakeFirst(),
  )
}

type FindImage = (id: string) => Promise<{ media_type: string; content: string } | undefined>

/** Serves images that this server has encoded. Their URLs cannot be guessed. */
export function registerStoredImageRoute(
  http: FastifyInstance,
  on: { path: string; for: 'same-origin' | 'cross-origin' },
  find: FindImage,
): void {
  http.get<{ Params: { id: string } }>(on.path, { schema: { hide: true } }, async (request, reply) => {
    const { id } = request.params
    // The database may reject strings that are not valid IDs.
    const picture = /^[0-9a-z]{26}$/.test(id) ? await find(id) : undefined
    if (picture === undefined) throw new ApiError('request.not_found')
    reply.headers({
      // Caching is safe because each new picture has a new URL.
      'cache-control': `private, max-age=${yearSeconds}, immutable`,
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': on.for,
    })
    return reply.type(picture.media_type).send(Buffer.from(picture.content, 'base64'))
  })
}
