// The error catalog: the HTTP status and retry rule of every error code. The texts are in messages/LANGUAGE/errors.json, nested by the parts
// of the code; screens, problem documents, OpenAPI and the reference use both.
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
export type ErrorCatalogCode = ApiErrorCode | MessageErrorCode

const errorMetadata: Readonly<Record<ApiErrorCode, ErrorMetadata>> = {
  'request.invalid': {
    status: 400,
    developer: 'Compare the request with the description of this call in /api/openapi.json.',
  },
  'request.not_json': { status: 415, developer: 'Send a JSON body with the header "content-type: application/json".' },
  'request.too_large': { status: 413, developer: 'Send less; the limits are listed in the reference.' },
  'request.cross_origin': { status: 403 },
  'request.not_found': { status: 404 },
  'rate.limited': {
    status: 429,
    retry: true,
    developer: 'Wait for the number of seconds in "retryAfterSeconds", then try again.',
  },
  'challenge.invalid': {
    status: 401,
    developer: 'It is unknown, used, expired, or belongs to another browser or purpose. Request a new one and sign it.',
  },
  'browser.no_cookie': {
    status: 400,
    developer:
      'The cookie binds a sign-in to the browser it started in. An HTTP client has to keep cookies and send them back.',
  },
  'sign_in.message_mismatch': { status: 401, developer: 'Request a new message and sign it unchanged.' },
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
  'signature.pending': {
    status: 409,
    retry: true,
    developer: 'Wait for their approval, then send the same request again. The sign-in request is still valid.',
  },
  'wallet.not_deployed': {
    status: 401,
    developer:
      'Its signature doesn’t show, in a form this server accepts, how the wallet would be deployed (ERC-6492). Deploy it, or use a different wallet.',
  },
  'chain.not_supported': {
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
  'application.sign_in_method_not_accepted': { status: 403 },
  'application.sign_in_too_old': { status: 403 },
  'person.suspended': { status: 403 },
  'session.required': { status: 401 },
  'session.not_found': { status: 404 },
  'step_up.required': {
    status: 403,
    developer:
      'This call needs a recent proof (step-up). Confirm with a passkey or one of your wallets, then send it again.',
  },
  'step_up.different_person': { status: 403 },
  'sign_in_method.last': { status: 409 },
  'wallet.not_found': { status: 404 },
  'wallet.already_linked': { status: 409 },
  'wallet.on_hold': { status: 403 },
  'wallet.proof_required': { status: 409 },
  'wallet.linked_to_other': { status: 409 },
  'wallet.too_many': { status: 409 },
  'merge.invalid': {
    status: 404,
    developer: 'It is unknown, already done, or its time is over. Read the list of wallets again.',
  },
  'merge.not_possible': { status: 409 },
  'merge.pending': { status: 409 },
  'merge.browser_not_trusted': { status: 403 },
  'merge.already_open': { status: 409 },
  'sign_up.disabled': { status: 403 },
  'passkey.not_found': { status: 404 },
  'passkey.refused': { status: 401 },
  'passkey.already_registered': { status: 409 },
  'passkey.too_many': { status: 409 },
  'browser.not_found': { status: 404 },
  'browser.not_trusted': { status: 403 },
  'person.name_invalid': { status: 400 },
  'person.name_contains_address': { status: 400 },
  'username.taken': { status: 409 },
  'username.invalid': { status: 400 },
  'username.already_set': { status: 409 },
  'username.too_many': { status: 409 },
  'email.not_configured': { status: 403 },
  'email.invalid': { status: 400 },
  'email.code_invalid': { status: 400 },
  'picture.invalid': { status: 400 },
  'consent.claim_missing': { status: 409 },
  'interaction.invalid': {
    status: 404,
    developer:
      'It is unknown, finished, expired, or was started in another browser. Return to the application and sign in from there again.',
  },
  'permission.denied': { status: 403 },
  'setup.code_invalid': { status: 403 },
  'setup.already_completed': { status: 409 },
  'role.last_owner': { status: 409 },
  'person.not_found': { status: 404 },
  'person.not_active': { status: 409 },
  'person.not_suspended': { status: 409 },
  'person.cannot_target_self': { status: 409 },
  'person.no_wallet': { status: 409 },
  'application.not_found': { status: 404 },
  'application.already_exists': { status: 409 },
  'application.invalid': { status: 400, developer: 'Fix what the check of the definition reports.' },
  'application.conflict': { status: 409 },
  'application.no_secret': { status: 409 },
  'application.test_login_unavailable': { status: 409 },
  'application.test_login_not_found': { status: 404 },
  'group.not_found': { status: 404 },
  'group.already_exists': { status: 409 },
  'group.too_many': { status: 409 },
  'group.invalid': { status: 400, developer: 'Fix what the preview of the rule reports.' },
  'rule.chain_not_supported': {
    status: 400,
    developer:
      'Choose one of the chains that rules can name, such as 1 or "Ethereum". The server’s operator can add a chain.',
  },
  'rule.chain_unavailable': { status: 503, retry: true },
  'asset.no_code': { status: 400 },
  'asset.unknown_type': { status: 400 },
  'asset.name_not_found': { status: 400 },
  'group.conflict': { status: 409 },
  'view.not_found': { status: 404 },
  'view.already_exists': { status: 409 },
  'view.too_many': { status: 409 },
  'group.not_a_list': { status: 409 },
  'group.list_full': { status: 409 },
  'group.in_use': { status: 409 },
  'resource.not_found': { status: 404 },
  'resource.already_exists': { status: 409 },
  'resource.too_many': { status: 409 },
  'resource.client_id_conflict': { status: 409 },
  'resource.invalid': { status: 400, developer: 'Fix the field that "field" names.' },
  'resource.conflict': { status: 409 },
  'resource.in_use': { status: 409 },
  'resource.subject_change_unconfirmed': {
    status: 409,
    developer: 'Read how many people it affects, and confirm that number.',
  },
  'event.not_found': { status: 404 },
  'branding.invalid': { status: 400 },
  'api_token.invalid': { status: 401 },
  'api_token.not_found': { status: 404 },
  'api_token.too_many': { status: 409 },
  'api_token.permissions_exceeded': { status: 403 },
  'application.not_registered': { status: 400 },
  'application.disabled': { status: 403 },
  'application.metadata_document_invalid': { status: 400, retry: true },
  'site.not_found': {
    status: 403,
    developer:
      'No site is protected at this host, or an unknown proxy sent the request. The log of this server shows which.',
  },
  'application.redirect_uri_not_registered': { status: 400 },
  'application.request_invalid': { status: 400 },
  'application.not_authenticated': { status: 401 },
  'device.invalid': { status: 404 },
  'cross_device.ended': { status: 404 },
  'sign_out.invalid': { status: 404 },
  'grant.not_found': { status: 404 },
  'database.unavailable': { status: 503, retry: true },
  'database.commit_unknown': { status: 503, retry: true },
  'server.shutting_down': { status: 503, retry: true },
  'server.error': { status: 500, retry: true },
}

/** Every code with its entry: the message errors of ERC-4361 first, then the product's own. */
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
]) as Readonly<Record<ErrorCatalogCode, ErrorCatalogEntry>>

/** The codes that a call answers with where it reads a message. */
export const messageErrorCodes = Object.keys(messageErrorCatalog) as MessageErrorCode[]
