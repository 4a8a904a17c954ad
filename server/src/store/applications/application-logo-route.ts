// Serves application logos from this origin, only as images (THREATS N4, P7).
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { ApiError } from '../../platform/api-error.ts'
import { crossOriginImageHeaders } from '../../platform/security-headers.ts'
import { validateClientId } from './validate-application-definition-fields.ts'
import { findApplicationLogo } from './application-logo.ts'

/** This policy applies when a logo is opened directly. */
const contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

export function registerApplicationLogoRoute({ http, database }: Pick<ServerAppContext, 'http' | 'database'>): void {
  http.get<{ Params: { id: string } }>(
    '/api/applications/:id/logo',
    { schema: { hide: true } },
    async (request, reply) => {
      const { id } = request.params
      // The database may reject text that is not a valid client ID.
      const logo = validateClientId(id) === null ? await findApplicationLogo(database.queries, id) : undefined
      if (logo === undefined) throw new ApiError('request.not_found')
      const tag = `"${logo.hash}"`
      reply.headers({
        'cache-control': 'public, max-age=300',
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
        ...crossOriginImageHeaders,
        etag: tag,
      })
      if (matchesEtag(request.headers['if-none-match'], tag)) return reply.code(304).send()
      return reply.type(logo.mediaType).send(logo.bytes)
    },
  )
}

/** RFC 9110 §13.1.2. */
const matchesEtag = (told: string | undefined, tag: string): boolean =>
  told?.split(',').some((one) => [tag, '*'].includes(one.trim().replace(/^W\//, ''))) ?? false
