// The HTTP status and retry rule of each code. Texts are in messages/LANGUAGE/errors.json.
import { messageErrorCatalog } from '@countersign/message/message-error-catalog'
import type { MessageErrorCode } from '@countersign/message'
import texts from './messages/en/errors.json' with { type: 'json' }

interface ErrorMetadata {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503
  /** Whether the same request, sent again unchanged, can succeed. The default is false. */
  readonly retry?: true
  /** What a developer can do, if this differs from what the user can do. Screens do not show it. */
  readonly developer?: string
}

export interface ErrorCatalogEntry {
  readonly status: ErrorMetadata['status']
  readonly title: string
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
  'request.too_large': { status: 413, developer: 'Send less data. The limits are listed in the reference.' },
  'request.cross_origin': { status: 403 },
  'request.not_found': { status: 404 },
  'rate.limited': {
    status: 429,
    retry: true,
    developer: 'Wait for the number of seconds in "retryAfterSeconds", then try again.',
  },
  'challenge.invalid': {
    status: 401,
    developer:
      'The challenge is unknown, used or expired, or belongs to another browser or purpose. Request a new one and sign it.',
  },
  'browser.no_cookie': {
    status: 400,
    developer:
      'The cookie binds a sign-in to the browser in which it was started. An HTTP client must store cookies and send them back.',
  },
  'sign_in.message_mismatch': { status: 401, developer: 'Request a new message and sign it unchanged.' },
  'signature.malformed': {
    status: 400,
    developer:
      'Send what the wallet returned: for Ethereum, 65 bytes as "0x" followed by 130 hexadecimal digits; for Solana, 64 bytes in base58; for Bitcoin, base64.',
  },
  'signature.too_long': {
    status: 400,
    developer:
      'The operator of the server can raise the limit, which is 8192 characters by default (COUNTERSIGN_SIGNATURE_BYTES). Until then, use a different wallet.',
  },
  'signature.refused': { status: 401 },
  'signature.pending': {
    status: 409,
    retry: true,
    developer:
      'Wait until the owners have approved, then send the same request again. The sign-in request is still valid.',
  },
  'wallet.not_deployed': {
    status: 401,
    developer:
      'The wallet is not deployed, and the signature does not contain deployment data that this server accepts (ERC-6492). Deploy the wallet, or use a different one.',
  },
  'wallet.on_other_chain': {
    status: 401,
    developer:
      'The wallet is not deployed on the chain that the message names, but it is deployed on the chains in "chains". Request a new message and let it name one of these chains.',
  },
  'chain.not_supported': {
    status: 403,
    developer:
      'Use a contract wallet on another chain or a wallet that signs with an ordinary key, or ask the operator of the server to add the chain. An ordinary key must belong to the address in the message.',
  },
  'chain.unavailable': {
    status: 503,
    retry: true,
    developer:
      'Nothing is wrong with the wallet, and the sign-in request is still valid. Send the same request again in a few seconds.',
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
      'This call needs a recent proof (step-up). Confirm with a passkey or one of your wallets, then send the request again.',
  },
  'step_up.different_person': { status: 403 },
  'sign_in_method.last': { status: 409 },
  'wallet.not_found': { status: 404 },
  'wallet.already_linked': { status: 409 },
  'wallet.on_hold': { status: 403 },
  'wallet.proof_required': { status: 409 },
  'wallet.linked_to_other': { status: 409 },
  'wallet.address_in_use': {
    status: 409,
    developer:
      'The key of this address delegates to a contract (EIP-7702), and the address is already linked as a key, or on another chain. Sign in with that wallet or with another method of the same person, then link this wallet.',
  },
  'wallet.too_many': { status: 409 },
  'merge.invalid': {
    status: 404,
    developer: 'The merge is unknown, already completed or expired. Read the list of wallets again.',
  },
  'merge.not_possible': { status: 409 },
  'merge.pending': { status: 409 },
  'merge.browser_not_trusted': { status: 403 },
  'merge.already_open': { status: 409 },
  'sign_up.disabled': { status: 403 },
  'passkey.not_found': { status: 404 },
  'passkey.refused': { status: 401 },
  'passkey.removed': { status: 401 },
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
      'The sign-in is unknown, finished or expired, or was started in another browser. Return to the application and sign in from there again.',
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
  'application.invalid': { status: 400, developer: 'Validate the definition, and fix the reported errors.' },
  'application.conflict': { status: 409 },
  'application.no_secret': { status: 409 },
  'application.test_login_unavailable': { status: 409 },
  'application.test_login_not_found': { status: 404 },
  'group.not_found': { status: 404 },
  'group.already_exists': { status: 409 },
  'group.too_many': { status: 409 },
  'group.invalid': { status: 400, developer: 'Preview the rule, and fix the reported errors.' },
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
  'resource.invalid': { status: 400, developer: 'Fix the field that is named in "field".' },
  'resource.conflict': { status: 409 },
  'resource.in_use': { status: 409 },
  'resource.subject_change_unconfirmed': {
    status: 409,
    developer: 'Read how many people the change affects, and confirm that number.',
  },
  'product.not_found': { status: 404 },
  'product.already_exists': { status: 409 },
  'product.too_many': { status: 409 },
  'product.invalid': { status: 400, developer: 'Fix the field that is named in "field".' },
  'product.conflict': { status: 409 },
  'product.host_in_use': { status: 409 },
  'product.in_use': { status: 409 },
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
      'No site is protected at this host, or an unknown proxy sent the request. The server log shows which is the case.',
  },
  'application.redirect_uri_not_registered': { status: 400 },
  'application.request_invalid': { status: 400 },
  'application.not_authenticated': { status: 401 },
  'device.invalid': { status: 404 },
  'cross_device.ended': { status: 404 },
  'login.invalid': { status: 404 },
  'login.role_required': { status: 403 },
  'login.browser_not_trusted': { status: 403 },
  'sign_out.invalid': { status: 404 },
  'grant.not_found': { status: 404 },
  'database.unavailable': { status: 503, retry: true },
  'database.commit_unknown': { status: 503, retry: true },
  'server.shutting_down': { status: 503, retry: true },
  'server.error': { status: 500, retry: true },
}

/** The errors of ERC-4361 messages come first, then the product's own errors. */
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

/** The errors of endpoints that parse a message. */
export const messageErrorCodes = Object.keys(messageErrorCatalog) as MessageErrorCode[]
