// The error catalogue: every refusal that the product can answer. Its texts are messages/en/errors.json, which the screens show too; problem
// documents, OpenAPI and the reference are made from both.
import { messageErrorCatalog } from '@countersign/message/message-error-catalog'
import type { MessageErrorCode } from '@countersign/message'
import texts from './messages/en/errors.json' with { type: 'json' }

interface ErrorMetadata {
  /** HTTP status. */
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503
  /** Whether the same request can succeed later, unchanged. False where it is missing. */
  readonly retry?: true
  /** What the caller of the API can do now, where that differs from the action of the person. Screens do not show it. */
  readonly developer?: string
}

/** One entry of the catalogue. */
export interface ErrorCatalogEntry {
  readonly status: ErrorMetadata['status']
  /** What is wrong, in one sentence. */
  readonly title: string
  /** What the caller can do now. */
  readonly detail: string
  readonly retry: boolean
}

type Texts = typeof texts

export type ApiErrorCode = { [Group in keyof Texts]: `${Group}.${keyof Texts[Group] & string}` }[keyof Texts]
export type ErrorCode = ApiErrorCode | MessageErrorCode

const errorMetadata: Readonly<Record<ApiErrorCode, ErrorMetadata>> = {
  'request.invalid': {
    status: 400,
    developer: 'Compare the request with the description of this call in /api/openapi.json.',
  },
  'request.not_json': { status: 415, developer: 'Send a JSON body with the header "content-type: application/json".' },
  'request.too_large': { status: 413, developer: 'Send less; the limits are listed in the reference.' },
  'request.foreign_origin': { status: 403 },
  'request.not_found': { status: 404 },
  'rate.limited': {
    status: 429,
    retry: true,
    developer: 'Wait for the number of seconds in "retryAfterSeconds", then try again.',
  },
  'challenge.unusable': {
    status: 401,
    developer: 'It is unknown, used, expired, or belongs to another browser or purpose. Request a new one and sign it.',
  },
  'browser.no_cookie': {
    status: 400,
    developer:
      'The cookie binds a sign-in to the browser it started in. An HTTP client has to keep cookies and send them back.',
  },
  'sign_in.mismatch': { status: 401, developer: 'Request a new message and sign it unchanged.' },
  'signature.malformed': {
    status: 400,
    developer:
      'Send what the wallet returned: for Ethereum 65 bytes as "0x" and 130 hexadecimal digits, for Solana 64 bytes in base58, for Bitcoin base64.',
  },
  'signature.too_long': {
    status: 400,
    developer:
      'The operator of the server can raise the limit: COUNTERSIGN_SIGNATURE_BYTES, 8192 characters by default. Until then, use a different wallet.',
  },
  'signature.refused': { status: 401 },
  'signature.awaited': {
    status: 409,
    retry: true,
    developer: 'Wait for their approval, then send the same request again. The sign-in request is still valid.',
  },
  'wallet.not_deployed': {
    status: 401,
    developer:
      'Its signature doesn’t show, in a form this server accepts, how the wallet would be deployed (ERC-6492). Deploy it, or use a different wallet.',
  },
  'chain.not_read': {
    status: 403,
    developer:
      'Use a contract wallet on another chain, or a wallet with a key of its own; the operator of the server can add the chain. A key must be the one of the address in the message.',
  },
  'chain.unavailable': {
    status: 503,
    retry: true,
    developer:
      'Nothing is wrong with the wallet, and the sign-in request is still valid: send the same request again in a moment.',
  },
  'application.not_allowed': { status: 403 },
  'application.other_way': { status: 403 },
  'application.sign_in_old': { status: 403 },
  'person.suspended': { status: 403 },
  'session.required': { status: 401 },
  'session.not_found': { status: 404 },
  'step_up.required': {
    status: 403,
    developer:
      'This call needs a recent proof (step-up). Confirm with a passkey or one of your wallets, then send it again.',
  },
  'step_up.somebody_else': { status: 403 },
  'way_in.last': { status: 409 },
  'wallet.not_found': { status: 404 },
  'wallet.linked_already': { status: 409 },
  'wallet.held': { status: 403 },
  'wallet.proof_needed': { status: 409 },
  'wallet.taken': { status: 409 },
  'wallet.too_many': { status: 409 },
  'merge.unusable': {
    status: 404,
    developer: 'It is unknown, already done, or its time is over. Read the list of wallets again.',
  },
  'merge.impossible': { status: 409 },
  'merge.pending': { status: 409 },
  'merge.browser_new': { status: 403 },
  'merge.open': { status: 409 },
  'sign_up.off': { status: 403 },
  'passkey.not_found': { status: 404 },
  'passkey.refused': { status: 401 },
  'passkey.registered_already': { status: 409 },
  'passkey.too_many': { status: 409 },
  'browser.not_found': { status: 404 },
  'browser.newer': { status: 403 },
  'person.name_unusable': { status: 400 },
  'person.name_foreign': { status: 400 },
  'user_name.taken': { status: 409 },
  'user_name.unusable': { status: 400 },
  'user_name.chosen': { status: 409 },
  'user_name.too_many': { status: 409 },
  'email.not_offered': { status: 403 },
  'email.unusable': { status: 400 },
  'email.code_wrong': { status: 400 },
  'picture.unreadable': { status: 400 },
  'consent.claim_missing': { status: 409 },
  'interaction.unusable': {
    status: 404,
    developer:
      'It is unknown, finished, expired, or was started in another browser. Return to the application and sign in from there again.',
  },
  'permission.lacking': { status: 403 },
  'setup.code_refused': { status: 403 },
  'setup.done': { status: 409 },
  'role.last_owner': { status: 409 },
  'person.not_found': { status: 404 },
  'person.not_active': { status: 409 },
  'person.not_suspended': { status: 409 },
  'person.self': { status: 409 },
  'person.without_wallet': { status: 409 },
  'application.not_found': { status: 404 },
  'application.taken': { status: 409 },
  'application.faulty': { status: 400, developer: 'Fix what the check of the definition reports.' },
  'application.changed_meanwhile': { status: 409 },
  'application.without_secret': { status: 409 },
  'application.not_tryable': { status: 409 },
  'application.try_unknown': { status: 404 },
  'group.not_found': { status: 404 },
  'group.taken': { status: 409 },
  'group.too_many': { status: 409 },
  'group.faulty': { status: 400, developer: 'Fix what the preview of the rule reports.' },
  'rule.chain_not_read': {
    status: 400,
    developer:
      'Choose one of the chains that rules can name, such as 1 or "Ethereum". The server’s operator can add a chain.',
  },
  'rule.chain_unavailable': { status: 503, retry: true },
  'token.no_code': { status: 400 },
  'token.unknown_kind': { status: 400 },
  'token.name_unknown': { status: 400 },
  'group.changed_meanwhile': { status: 409 },
  'view.not_found': { status: 404 },
  'view.taken': { status: 409 },
  'view.too_many': { status: 409 },
  'group.no_list': { status: 409 },
  'group.full': { status: 409 },
  'group.demanded': { status: 409 },
  'resource.not_found': { status: 404 },
  'resource.taken': { status: 409 },
  'resource.too_many': { status: 409 },
  'resource.names_client': { status: 409 },
  'resource.faulty': { status: 400, developer: 'Fix the field that "field" names.' },
  'resource.changed_meanwhile': { status: 409 },
  'resource.listed': { status: 409 },
  'resource.switch_unconfirmed': {
    status: 409,
    developer: 'Read how many people it affects, and confirm that number.',
  },
  'event.not_found': { status: 404 },
  'branding.faulty': { status: 400 },
  'token.refused': { status: 401 },
  'token.not_found': { status: 404 },
  'token.too_many': { status: 409 },
  'token.too_much': { status: 403 },
  'application.unknown': { status: 400 },
  'application.disabled': { status: 403 },
  'application.document_unusable': { status: 400, retry: true },
  'site.unknown': {
    status: 403,
    developer:
      'No site is protected at this host, or an unknown proxy sent the request. The log of this server shows which.',
  },
  'application.address_unregistered': { status: 400 },
  'application.request_invalid': { status: 400 },
  'application.not_authenticated': { status: 401 },
  'device.unusable': { status: 404 },
  'cross_device.over': { status: 404 },
  'sign_out.unusable': { status: 404 },
  'grant.not_found': { status: 404 },
  'database.unavailable': { status: 503, retry: true },
  'database.in_doubt': { status: 503, retry: true },
  'server.stopping': { status: 503, retry: true },
  'server.fault': { status: 500, retry: true },
}

/** Every code with its entry: the message faults of ERC-4361 first, then the product's own. */
export const errorCatalog = Object.fromEntries([
  ...Object.entries(messageErrorCatalog).map(([code, { message, explanation }]) => [
    code,
    { status: 400, title: message, detail: explanation, retry: false },
  ]),
  ...Object.entries(texts).flatMap(([group, reasons]) =>
    Object.entries(reasons).map(([reason, { title, action }]) => {
      const code = `${group}.${reason}` as ApiErrorCode
      const { status, developer, retry } = errorMetadata[code]
      return [code, { status, title, detail: developer ?? action, retry: retry ?? false }]
    }),
  ),
]) as Readonly<Record<ErrorCode, ErrorCatalogEntry>>

/** The codes that a call answers with where it reads a message. */
export const messageErrorCodes = Object.keys(messageErrorCatalog) as MessageErrorCode[]
