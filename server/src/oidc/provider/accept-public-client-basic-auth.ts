// Accepts public clients that send a Basic header without a secret (RFC 6749 §3.2.1).
import type { Provider } from 'oidc-provider'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { getOidcRequest } from './oidc-request-context.ts'

const basicAuthPattern = /^basic +([0-9a-z+/]+={0,2})$/i

/** Null if there is a secret or no Basic header. */
export function parseSecretlessBasicAuth(header: string | undefined): string | null {
  const [, encoded = ''] = basicAuthPattern.exec(header ?? '') ?? []
  const [id = '', secret = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  if (id === '' || secret !== '' || rest.length > 0) return null
  try {
    // RFC 6749 §2.3.1: both parts are form-encoded.
    return decodeURIComponent(id.replaceAll('+', '%20'))
  } catch {
    return null
  }
}

export const isPublicClient = ({ definition }: Pick<ApplicationRecord, 'definition'>): boolean =>
  definition.authentication === 'none'

type Body = Readonly<Record<string, unknown>> | undefined

/** A different `client_id` in the body is kept as a duplicate, which the provider refuses. */
export function acceptPublicClientBasicAuth({ OIDCContext }: Provider): void {
  const bodies = new WeakMap<object, Body>()
  Object.defineProperty(OIDCContext.prototype, 'body', {
    get(this: object) {
      return bodies.get(this)
    },
    set(this: object, body: Body) {
      const { secretlessClientId: name } = getOidcRequest()
      const said = body?.client_id
      const isSame = name === null || body === undefined || said === name
      bodies.set(this, isSame ? body : { ...body, client_id: said === undefined ? name : [said, name].flat() })
    },
  })
}
