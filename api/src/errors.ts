// The error catalogue: every refusal that the product can answer, once. Problem documents, the screens' words, the
// OpenAPI file and the reference are made from it.
import { messageFaults } from '@countersign/message/message-faults'
import type { MessageFaultCode } from '@countersign/message'

/** One entry of the catalogue. */
export interface CatalogueError {
  /** HTTP status. */
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503
  /** What is wrong, in one sentence. */
  readonly message: string
  /** What the person or the caller can do now. */
  readonly action: string
  /** Whether the same request can succeed later, unchanged. */
  readonly retry: boolean
}

const ownErrors = {
  'request.invalid': {
    status: 400,
    message: 'The request is not what this call accepts.',
    action: 'Compare the request with the description of this call in /api/openapi.json.',
    retry: false,
  },
  'request.not_json': {
    status: 415,
    message: 'The request body is not JSON.',
    action: 'Send a JSON body with the header "content-type: application/json".',
    retry: false,
  },
  'request.too_large': {
    status: 413,
    message: 'The request is larger than this server reads.',
    action: 'Send less; the limits are listed in the reference.',
    retry: false,
  },
  'request.foreign_origin': {
    status: 403,
    message: 'The request comes from a page that is not this site.',
    action: 'Open the site at its own address and try again there.',
    retry: false,
  },
  'request.not_found': {
    status: 404,
    message: 'There is nothing at this address.',
    action: 'Check the address.',
    retry: false,
  },
  'rate.limited': {
    status: 429,
    message: 'Too many tries.',
    action: 'Wait for the number of seconds in "retryAfterSeconds", then try again.',
    retry: true,
  },
  'challenge.unusable': {
    status: 401,
    message:
      'This sign-in request is not usable: it is unknown, used, expired, or belongs to another browser or purpose.',
    action: 'Ask for a new one and sign it.',
    retry: false,
  },
  'browser.no_cookie': {
    status: 400,
    message: 'The request carries no cookie of this site, which binds a sign-in to the browser it started in.',
    action: 'Allow cookies for this site, then start the sign-in again. An HTTP client has to keep and send cookies.',
    retry: false,
  },
  'sign_in.mismatch': {
    status: 401,
    message: 'The signed message is not the one that was asked for.',
    action: 'Ask for a new message and sign it unchanged.',
    retry: false,
  },
  'signature.malformed': {
    status: 400,
    message: 'The signature does not have a form that this server accepts.',
    action:
      'Send what the wallet returned: of Ethereum 65 bytes as "0x" and 130 hexadecimal digits, of Solana 64 bytes in base58, of Bitcoin base64.',
    retry: false,
  },
  'signature.too_long': {
    status: 400,
    message: 'The signature is longer than this server reads.',
    action:
      'Whoever runs the server can let it read longer ones: COUNTERSIGN_SIGNATURE_BYTES, 8192 characters by default. Until then use another wallet.',
    retry: false,
  },
  'signature.refused': {
    status: 401,
    message: 'The signature does not match the address in the message.',
    action: 'Sign with the wallet whose address the message names.',
    retry: false,
  },
  'signature.awaited': {
    status: 409,
    message: 'The owners of this wallet have not all approved this message yet.',
    action: 'Wait for their approval, then send the same again. Nothing was spent.',
    retry: true,
  },
  'wallet.not_deployed': {
    status: 401,
    message:
      'This wallet does not exist on its chain yet, and its signature does not show how it would be made in a way that this server accepts.',
    action: 'Deploy the wallet, or use another one.',
    retry: false,
  },
  'chain.not_read': {
    status: 403,
    message: 'If this is the signature of a contract wallet: its chain is one that this server does not read.',
    action:
      'Use a wallet on another chain, or one with a key of its own; whoever runs the server can add the chain. A key must be the one of the address in the message.',
    retry: false,
  },
  'chain.unavailable': {
    status: 503,
    message: 'The chain cannot be read at the moment, so that this wallet could not be checked.',
    action: 'Nothing is wrong with the wallet, and nothing was spent: try the same again in a moment.',
    retry: true,
  },
  'application.not_allowed': {
    status: 403,
    message: 'The application lets in only members of a group that this person does not belong to.',
    action: 'Sign in with a wallet that belongs to it, or ask whoever runs the application.',
    retry: false,
  },
  'application.other_way': {
    status: 403,
    message: 'The application does not accept the way in which this person signed in.',
    action: 'Sign in by another way, as with a passkey or another wallet, and enter the code again.',
    retry: false,
  },
  'application.sign_in_old': {
    status: 403,
    message: 'The application wants a sign-in that is more recent than the one of this person.',
    action: 'Sign out and in again, and enter the code again.',
    retry: false,
  },
  'person.suspended': {
    status: 403,
    message: 'This sign-in has been suspended.',
    action: 'Ask whoever runs this site.',
    retry: false,
  },
  'session.required': {
    status: 401,
    message: 'This needs a signed-in session.',
    action: 'Sign in and try again.',
    retry: false,
  },
  'session.not_found': {
    status: 404,
    message: 'There is no such session.',
    action: 'Look at the list of sessions again.',
    retry: false,
  },
  'step_up.required': {
    status: 403,
    message: 'This needs a fresh proof that it is you.',
    action: 'Confirm with a passkey or one of your wallets, then try again.',
    retry: false,
  },
  'step_up.somebody_else': {
    status: 403,
    message: 'This wallet or passkey does not belong to who is signed in here.',
    action: 'Confirm with a wallet or passkey on your own lists.',
    retry: false,
  },
  'way_in.last': {
    status: 409,
    message: 'This is the last way into this identity.',
    action: 'Link another wallet or add a passkey first.',
    retry: false,
  },
  'wallet.not_found': {
    status: 404,
    message: 'There is no such wallet on your list.',
    action: 'Look at the list of wallets again.',
    retry: false,
  },
  'wallet.linked_already': {
    status: 409,
    message: 'This wallet is on your list already.',
    action: 'Choose another wallet.',
    retry: false,
  },
  'wallet.held': {
    status: 403,
    message: 'The contract of this wallet has changed since it was last used here.',
    action:
      'If you had it before, sign in by another of your ways and confirm it. If it has become yours, use another wallet until it is free.',
    retry: false,
  },
  'wallet.proof_needed': {
    status: 409,
    message: 'This wallet has not proved itself in this browser since it was held.',
    action: 'Link it once more: a signature of the wallet confirms it.',
    retry: false,
  },
  'wallet.taken': {
    status: 409,
    message: 'This wallet signs in to another identity here.',
    action: 'If that identity is yours too, merge the two; otherwise choose another wallet.',
    retry: false,
  },
  'wallet.too_many': {
    status: 409,
    message: 'There is no room for another wallet.',
    action: 'Unlink one that you no longer use first.',
    retry: false,
  },
  'merge.unusable': {
    status: 404,
    message:
      'This merge is not there to be accepted, confirmed, refused or undone: it is unknown, done already, or its time is over.',
    action: 'Look at the list of wallets again.',
    retry: false,
  },
  'merge.impossible': {
    status: 409,
    message: 'These two identities cannot be merged.',
    action:
      'Both must be in use, be two different ones, and fit the number of wallets and passkeys that one may have. One with a role here goes on itself: sign in as it, and merge the other into it.',
    retry: false,
  },
  'merge.pending': {
    status: 409,
    message: 'Another merge into this identity is still pending.',
    action: 'Cancel that one first, or wait until it takes effect.',
    retry: false,
  },
  'merge.browser_new': {
    status: 403,
    message: 'This browser is new to the identity, so it cannot confirm the merge.',
    action:
      'Confirm it in a browser where you already use this identity, or sign in here with a passkey of it first. Without a confirmation the merge takes effect when its waiting time ends.',
    retry: false,
  },
  'merge.open': {
    status: 409,
    message: 'A merge of this identity can still be undone. Until then nothing leaves it.',
    action: 'Undo the merge, or wait until it is final.',
    retry: false,
  },
  'sign_up.off': {
    status: 403,
    message: 'You cannot begin with a passkey here.',
    action: 'Sign in with a wallet, then add a passkey.',
    retry: false,
  },
  'passkey.not_found': {
    status: 404,
    message: 'There is no such passkey on your list.',
    action: 'Look at the list of passkeys again.',
    retry: false,
  },
  'passkey.refused': {
    status: 401,
    message: 'This passkey was not accepted.',
    action: 'Try again, or sign in with a wallet.',
    retry: false,
  },
  'passkey.registered_already': {
    status: 409,
    message: 'This passkey is registered already.',
    action: 'Use another device or password manager for a second passkey.',
    retry: false,
  },
  'passkey.too_many': {
    status: 409,
    message: 'There is no room for another passkey.',
    action: 'Remove one that you no longer use first.',
    retry: false,
  },
  'browser.not_found': {
    status: 404,
    message: 'There is no such new device.',
    action: 'Look at the list of sessions again.',
    retry: false,
  },
  'browser.newer': {
    status: 403,
    message: 'This browser is new itself: only one that was known as yours before can say that another is yours.',
    action: 'Say so in the browser that you used before, or sign in here with a passkey that you have had for longer.',
    retry: false,
  },
  'person.name_unusable': {
    status: 400,
    message: 'This name cannot be used.',
    action: 'Use 1 to 64 visible characters, without spaces at its ends, two in a row, or piles of marks.',
    retry: false,
  },
  'person.name_foreign': {
    status: 400,
    message: 'This name has an address in it, or what passes for one, that is not of a wallet of yours.',
    action: 'Choose a name without one, such as "Savings"; addresses of wallets that you have linked can stand in it.',
    retry: false,
  },
  'user_name.taken': {
    status: 409,
    message: 'This user name cannot be had: it is or was somebody’s, looks like such a one, or is kept back.',
    action: 'Choose another one.',
    retry: false,
  },
  'user_name.unusable': {
    status: 400,
    message: 'This cannot be a user name.',
    action: 'Use 2 to 30 small letters, digits, "_" and "-", and begin with a letter.',
    retry: false,
  },
  'user_name.chosen': {
    status: 409,
    message: 'You have a user name already.',
    action: 'Change it on the page of your account.',
    retry: false,
  },
  'user_name.too_many': {
    status: 409,
    message: 'You have had as many user names as one person may have here.',
    action: 'Take one of those that you had before.',
    retry: false,
  },
  'email.not_offered': {
    status: 403,
    message: 'This server sends no mail, so that no e-mail address can be added.',
    action: 'Go on without; whoever runs the server can set a mail server.',
    retry: false,
  },
  'email.unusable': {
    status: 400,
    message: 'This is not an e-mail address that a code can be sent to.',
    action: 'Compare it with the one that you have, such as name@mail.example.',
    retry: false,
  },
  'email.code_wrong': {
    status: 400,
    message: 'This code does not count: it is another one, has run out, or was tried too often.',
    action: 'Compare it with the mail, or have another one sent.',
    retry: false,
  },
  'picture.unreadable': {
    status: 400,
    message: 'This is not a picture that this server can read.',
    action: 'Send a JPEG, PNG or WebP picture within the limit of size.',
    retry: false,
  },
  'consent.claim_missing': {
    status: 409,
    message: 'The application requires something that this person does not have yet.',
    action: 'Enter it where the page asks for it, choose another wallet, or decline.',
    retry: false,
  },
  'interaction.unusable': {
    status: 404,
    message:
      "This application's sign-in is not usable: it is unknown, finished, expired, or was begun in another browser.",
    action: 'Go back to the application and sign in from there again.',
    retry: false,
  },
  'permission.lacking': {
    status: 403,
    message: 'Your roles do not allow this here.',
    action: 'Ask an owner of this site for the role that does.',
    retry: false,
  },
  'setup.code_refused': {
    status: 403,
    message: 'This is not the code that the terminal printed.',
    action: 'Copy it from the output of the server since its last start.',
    retry: false,
  },
  'setup.done': {
    status: 409,
    message: 'This server has an owner already.',
    action: 'Ask them for a role, or run "countersign owner grant ADDRESS" on the machine.',
    retry: false,
  },
  'role.last_owner': {
    status: 409,
    message: 'This is the last owner.',
    action: 'Make somebody else an owner first.',
    retry: false,
  },
  'person.not_found': {
    status: 404,
    message: 'There is no such person.',
    action: 'Look at the list again; they may have been erased.',
    retry: false,
  },
  'person.not_active': {
    status: 409,
    message: 'This person is not active.',
    action: 'Look at the person again: they may be suspended already, or merged into another.',
    retry: false,
  },
  'person.not_suspended': {
    status: 409,
    message: 'This person is not suspended.',
    action: 'Look at the person again.',
    retry: false,
  },
  'person.self': {
    status: 409,
    message: 'This is yourself.',
    action: 'Do this on your own page, where it is asked whether you mean it.',
    retry: false,
  },
  'person.without_wallet': {
    status: 409,
    message: 'This person has no wallet that a list could name.',
    action: 'Leave them out, or let them link a wallet first.',
    retry: false,
  },
  'application.not_found': {
    status: 404,
    message: 'There is no such application.',
    action: 'Look at the list again.',
    retry: false,
  },
  'application.taken': {
    status: 409,
    message: 'There is an application with this id already.',
    action: 'Choose another id.',
    retry: false,
  },
  'application.faulty': {
    status: 400,
    message: 'This definition cannot be used.',
    action: 'Mend what the check of the definition names.',
    retry: false,
  },
  'application.changed_meanwhile': {
    status: 409,
    message: 'Somebody has changed this application since you read it.',
    action: 'Load it again, and make your change once more.',
    retry: false,
  },
  'application.without_secret': {
    status: 409,
    message: 'This application proves itself without a secret.',
    action: 'Change how it proves itself first.',
    retry: false,
  },
  'application.not_tryable': {
    status: 409,
    message: 'This kind of application has no sign-in in a browser that could be tried here.',
    action: 'Try it from the application itself.',
    retry: false,
  },
  'application.try_unknown': {
    status: 404,
    message: 'This test login is over, or was begun by somebody else.',
    action: 'Begin another.',
    retry: false,
  },
  'group.not_found': {
    status: 404,
    message: 'There is no such group.',
    action: 'Look at the list again.',
    retry: false,
  },
  'group.taken': {
    status: 409,
    message: 'There is a group with this id already.',
    action: 'Choose another id.',
    retry: false,
  },
  'group.too_many': {
    status: 409,
    message: 'There are as many groups as there may be.',
    action: 'Remove one that nobody needs any more.',
    retry: false,
  },
  'group.faulty': {
    status: 400,
    message: 'This rule cannot be used.',
    action: 'Mend what the preview of the rule names.',
    retry: false,
  },
  'rule.chain_not_read': {
    status: 400,
    message: 'This server does not read that chain.',
    action:
      'Choose one of the chains that rules can name, such as 1 or "Ethereum"; whoever runs the server can add a chain.',
    retry: false,
  },
  'rule.chain_unavailable': {
    status: 503,
    message: 'The chain cannot be read at the moment, so that nothing can be said of the token.',
    action: 'Nothing was changed. Try the same again in a moment.',
    retry: true,
  },
  'token.no_code': {
    status: 400,
    message: 'There is no contract at this address on this chain.',
    action:
      'Look the token up where you know it from: the same token has another address on each chain, such as USDC at 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 on Ethereum alone.',
    retry: false,
  },
  'token.unknown_kind': {
    status: 400,
    message: 'The contract at this address is no token that rules know.',
    action: 'Give the address of an ERC-20, ERC-721 or ERC-1155 token itself, and not of a contract that deals in it.',
    retry: false,
  },
  'token.name_unknown': {
    status: 400,
    message: 'This is neither an address nor a name that leads to one.',
    action: 'Write an address such as 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48, or a name (ENS) such as example.eth.',
    retry: false,
  },
  'group.changed_meanwhile': {
    status: 409,
    message: 'Somebody has changed this group since you read it.',
    action: 'Load it again, and make your change once more.',
    retry: false,
  },
  'view.not_found': {
    status: 404,
    message: 'There is no such view, or it is not yours.',
    action: 'Look at the list of views again.',
    retry: false,
  },
  'view.taken': {
    status: 409,
    message: 'You have a view of this list with this name already.',
    action: 'Choose another name.',
    retry: false,
  },
  'view.too_many': {
    status: 409,
    message: 'You have as many saved views as one person may have.',
    action: 'Remove one that you do not need any more.',
    retry: false,
  },
  'group.no_list': {
    status: 409,
    message: 'The rule of this group is not a list of wallets alone.',
    action: 'Choose a group that is one, or change the rule of this one.',
    retry: false,
  },
  'group.full': {
    status: 409,
    message: 'There are as many wallets on the list of this group as there may be.',
    action: 'Take some off the list, or make another group.',
    retry: false,
  },
  'group.demanded': {
    status: 409,
    message: 'Applications let in only members of this group.',
    action: 'Take the group from those applications first.',
    retry: false,
  },
  'resource.not_found': {
    status: 404,
    message: 'There is no such resource.',
    action: 'Look at the list again.',
    retry: false,
  },
  'resource.taken': {
    status: 409,
    message: 'There is a resource with this address already.',
    action: 'Change that one, or choose another address.',
    retry: false,
  },
  'resource.too_many': {
    status: 409,
    message: 'There are as many resources as there may be.',
    action: 'Remove one that nobody needs any more.',
    retry: false,
  },
  'resource.names_client': {
    status: 409,
    message: 'An application has the address of this resource as its client ID: their tokens could be confused.',
    action: 'Choose the token type at+jwt, or another address.',
    retry: false,
  },
  'resource.faulty': {
    status: 400,
    message: 'This resource cannot be used.',
    action: 'Mend what is named.',
    retry: false,
  },
  'resource.changed_meanwhile': {
    status: 409,
    message: 'Somebody has changed this resource since you read it.',
    action: 'Load it again, and make your change once more.',
    retry: false,
  },
  'resource.listed': {
    status: 409,
    message: 'Applications list this resource.',
    action: 'Take the resource from those applications first.',
    retry: false,
  },
  'resource.switch_unconfirmed': {
    status: 409,
    message:
      'This resource would know people by other names, and nobody has said yes to that for as many as it concerns.',
    action: 'Look how many people it concerns, and confirm it for that number.',
    retry: false,
  },
  'event.not_found': {
    status: 404,
    message: 'There is no such line.',
    action: 'Look at the activity again.',
    retry: false,
  },
  'branding.faulty': {
    status: 400,
    message: 'The site cannot present itself like this.',
    action: 'Links must be https, colours such as #3355aa with enough contrast, and one language at least.',
    retry: false,
  },
  'token.refused': {
    status: 401,
    message: 'This token is not accepted.',
    action:
      'It is wrong, has run out or was revoked, or who made it may do nothing here any more. Make another in the administration.',
    retry: false,
  },
  'token.not_found': {
    status: 404,
    message: 'There is no such token.',
    action: 'Look at the list again.',
    retry: false,
  },
  'token.too_many': {
    status: 409,
    message: 'You have as many tokens as one may have.',
    action: 'Revoke one that is not needed any more.',
    retry: false,
  },
  'token.too_much': {
    status: 403,
    message: 'A token can do no more than who makes it, and never give roles, change settings or make tokens.',
    action: 'Leave out what you may not do yourself, and what no token may.',
    retry: false,
  },
  'application.unknown': {
    status: 400,
    message: 'The application that sent you here is not known to this server.',
    action: 'Tell whoever runs the application: its client id is not registered here.',
    retry: false,
  },
  'application.disabled': {
    status: 403,
    message: 'The application that sent you here is disabled on this server.',
    action: 'Contact the operator of this server, who can enable it again.',
    retry: false,
  },
  'application.document_unusable': {
    status: 400,
    message: 'The application names a document that says what it is, and that document cannot be used.',
    action: 'Tell whoever runs the application: the log of this server says what is wrong with its document.',
    retry: true,
  },
  'site.unknown': {
    status: 403,
    message: 'No site is protected at this host, or a proxy asks that this server was not told of.',
    action: 'Tell whoever runs this server: the log says which.',
    retry: false,
  },
  'application.address_unregistered': {
    status: 400,
    message: 'The application asked to send you to an address that is not registered for it.',
    action: 'Tell whoever runs the application: the redirect address must be registered exactly as it is sent.',
    retry: false,
  },
  'application.request_invalid': {
    status: 400,
    message: 'The application asked for something that this server cannot do.',
    action: 'Go back to the application. If it stays, tell whoever runs it the request id.',
    retry: false,
  },
  'application.not_authenticated': {
    status: 401,
    message: 'The application did not prove to this server that it is the one it says.',
    action: 'Tell whoever runs the application: its client secret or key is not the registered one.',
    retry: false,
  },
  'device.unusable': {
    status: 404,
    message: 'This code is not usable: it is unknown, was used already, or has expired.',
    action: 'Compare it with the code that the device shows, or ask the device for a new one.',
    retry: false,
  },
  'cross_device.over': {
    status: 404,
    message: 'This code was for one use, and it is over: it was used, ended, has run out, or there never was one.',
    action: 'Begin again on the other screen.',
    retry: false,
  },
  'sign_out.unusable': {
    status: 404,
    message: "This application's request to sign out is not usable: it is unknown, was used already, or has expired.",
    action: 'Sign out on the page of your account.',
    retry: false,
  },
  'grant.not_found': {
    status: 404,
    message: 'There is no such application on your list.',
    action: 'Look at the list of applications again.',
    retry: false,
  },
  'database.unavailable': {
    status: 503,
    message: 'The database cannot be used right now. Nothing was changed.',
    action: 'Try again in a moment.',
    retry: true,
  },
  'database.in_doubt': {
    status: 503,
    message: 'The database failed at the last moment. What you asked for may have happened, or not.',
    action: 'Look whether it happened, and try again if it did not.',
    retry: true,
  },
  'server.stopping': {
    status: 503,
    message: 'This server is stopping.',
    action: 'Try again in a moment.',
    retry: true,
  },
  'server.fault': {
    status: 500,
    message: 'Something went wrong on the server. Nothing was changed.',
    action: 'Try again; if it stays, tell whoever runs this site the request id.',
    retry: true,
  },
} as const satisfies Record<string, CatalogueError>

export type OwnErrorCode = keyof typeof ownErrors
export type ErrorCode = OwnErrorCode | MessageFaultCode

/** Every code with its entry: the message faults of ERC-4361 first, then the product's own. */
export const errors: Readonly<Record<ErrorCode, CatalogueError>> = {
  ...messageErrors(),
  ...ownErrors,
}

/** The codes that a call answers with where it reads a message. */
export const messageFaultCodes = Object.keys(messageFaults) as MessageFaultCode[]

function messageErrors(): Record<MessageFaultCode, CatalogueError> {
  const entries = Object.entries(messageFaults).map(([code, fault]) => [
    code,
    { status: 400, message: fault.message, action: fault.explanation, retry: false } satisfies CatalogueError,
  ])
  return Object.fromEntries(entries) as Record<MessageFaultCode, CatalogueError>
}
