// Serves the pictures that people chose, to who knows the address of one: the person's own pages, and applications that were
// allowed their profile.
import type { App } from '../platform/call.ts'
import { Refusal } from '../platform/refusal.ts'

/** Opened by itself, a picture loads nothing, runs nothing and belongs to no origin (THREATS N4, P7). */
const contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
const yearSeconds = 31_536_000

export function registerPictures({ http, database }: Pick<App, 'http' | 'database'>): void {
  http.get<{ Params: { id: string } }>('/pictures/:id', { schema: { hide: true } }, async (request, reply) => {
    const { id } = request.params
    // What can be no id can be a text that a database refuses to compare with.
    const picture = /^[0-9a-z]{26}$/.test(id)
      ? await database.queries.selectFrom('pictures').select(['media_type', 'content']).where('id', '=', id).executeTakeFirst()
      : undefined
    if (picture === undefined) throw new Refusal('request.not_found')
    reply.headers({
      // Another picture has another address. Caches that several people share need not hold it.
      'cache-control': `private, max-age=${yearSeconds}, immutable`,
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      // Applications show it on pages of their own (OpenID Connect Core §5.1, "picture").
      'cross-origin-resource-policy': 'cross-origin',
    })
    return reply.type(picture.media_type).send(Buffer.from(picture.content, 'base64'))
  })
}
