// The server refused the application itself, not the sign-in (RFC 6749 §5.2, invalid_client).
import { ClientError } from 'openid-client'

/** openid-client passes its own errors on unchanged; it would wrap others. */
export class ClientRefusedError extends ClientError {
  readonly error = 'invalid_client'

  constructor(message: string) {
    super(message)
    this.name = 'ClientRefusedError'
  }
}

/** From the body, because openid-client reads only WWW-Authenticate if the response has it. */
export async function isClientRefusal(response: Response): Promise<boolean> {
  if (response.status !== 400 && response.status !== 401) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null && 'error' in body && body.error === 'invalid_client'
}
