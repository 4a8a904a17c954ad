// The words of test logins: how one begins, and what an application would have been told by it.

/** What each claim says, for who reads one for the first time. The names are those of the standard, in every language. */
const claims = {
  iss: 'This server. The application compares it with the address that it was given.',
  sub: 'Who you are to this application. It is the only thing to know people by: everything else can change.',
  aud: 'For which application it was made. One that finds another id here must refuse it.',
  exp: 'Until when it counts.',
  iat: 'When it was made.',
  auth_time: 'When you signed in here. It can be long before the application asked.',
  nonce: 'What the request brought along, so that an answer to another request is noticed.',
  acr: 'By what you signed in: urn:countersign:wallet or urn:countersign:passkey.',
  amr: 'How that was proved: pop by a key, user because a person was asked, and so on (RFC 8176).',
  at_hash: 'Ties it to the access token that came with it.',
  c_hash: 'Ties it to the code that came before it.',
  s_hash: 'Ties it to the state of the request.',
  sid: 'Your session here. A logout names it.',
  jti: 'Its own number.',
  azp: 'To which application it was given.',
  name: 'Your display name.',
  preferred_username:
    'What you may be called: your user name, yours alone; or, as the application is set, your display name, which is not unique.',
  picture: 'The address of your picture.',
  locale: 'Your language.',
  updated_at: 'When your profile was last changed.',
  wallet: 'The wallet that you signed in with, with its chain (CAIP-10).',
  wallets: 'All wallets that it is shown.',
  wallet_name: 'The name that the wallet has set for itself (ENS). Another wallet can have it tomorrow.',
  groups: 'The ids of the groups that you belong to now.',
  proof: 'The message that you signed and its signature, so that the application can check them by itself.',
} as const

/** What came of it, by the error that the application would be told (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6). */
const refusals = {
  access_denied: {
    title: 'The sign-in was declined.',
    text: 'You declined it yourself, or you belong to no group that this application lets in.',
  },
  login_required: {
    title: 'The sign-in came to nothing.',
    text: 'Somebody would have to sign in again, and that did not happen. Begin another test login.',
  },
  interaction_required: {
    title: 'The sign-in came to nothing.',
    text: 'Something would have to be asked on a page, and that did not happen. Begin another test login.',
  },
  consent_required: {
    title: 'Nothing was allowed.',
    text: 'You would have to be asked what it may learn. Begin another test login.',
  },
  unmet_authentication_requirements: {
    title: 'You signed in otherwise than it demands.',
    text: 'The application demands a way of signing in that was not used.',
  },
  invalid_request: {
    title: 'The request was not in order.',
    text: 'Have you changed the application meanwhile? Then begin another test login.',
  },
  invalid_scope: {
    title: 'It may not ask for that.',
    text: 'What it may ask for has changed meanwhile. Begin another test login.',
  },
  invalid_client: { title: 'The application is not let in.', text: 'It was disabled or removed meanwhile.' },
  unauthorized_client: {
    title: 'The application is not let in.',
    text: 'It may not sign people in through a browser any more.',
  },
  invalid_grant: {
    title: 'The code counted no longer.',
    text: 'It is good for one minute and for once. Begin another test login.',
  },
  server_error: {
    title: 'Something failed on this server.',
    text: 'The log of the server says what. Begin another test login.',
  },
  temporarily_unavailable: { title: 'This server could not answer.', text: 'Begin another test login in a moment.' },
} as const

export const adminTries = {
  title: (application: string) => `Test login of ${application}`,
  heading: 'Test login',
  back: (application: string) => `To ${application}`,
  begin: {
    title: 'Try it',
    text: 'Sign in the way its people do, and see what it would be told. Nothing of it reaches the application. What you allow it is remembered, as always.',
    scopes: 'What to ask for',
    submit: 'Begin a test login',
    busy: 'Going there…',
    disabled: 'It is disabled: nobody can sign in to it.',
    noBrowser: 'Nobody signs in to it in this browser. Try it from the application itself.',
    unsaved: 'It is tried as it was saved.',
  },
  waiting: {
    title: 'It is not finished yet.',
    text: 'As soon as you have signed in on the other page, this one says what came of it. If that page is closed, begin another test login.',
  },
  done: {
    title: 'It works: this is what the application would be told.',
    text: 'The tokens themselves have ended already, and this browser never had them.',
  },
  refusals,
  otherRefusal: { title: 'The sign-in was refused.', text: 'The application would be told the error below.' },
  told: 'The application would be told',
  facts: {
    title: 'The request',
    application: 'Application',
    asked: 'It asked for',
    given: 'It was given',
    none: 'Nothing',
    expires: 'Kept until',
    expiresText: 'Only for you, in this browser.',
  },
  idToken: {
    title: 'ID token',
    text: 'It says who signed in. The application checks its signature by the key set of this server.',
    header: 'Header',
    algorithm: 'How it is signed.',
    key: 'With which key of the key set.',
    type: 'What it is.',
  },
  userinfo: {
    title: 'UserInfo',
    text: 'What the application reads of you with the access token.',
    failed: 'It could not be read.',
  },
  accessToken: {
    title: 'Access token',
    text: (minutes: string) =>
      `A row of letters that says nothing by itself, good for ${minutes}. With it the application reads UserInfo. This one was ended at once.`,
  },
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  columns: { claim: 'Claim', value: 'Value' },
  copy: (what: string) => `Copy as JSON: ${what}`,
  empty: 'An empty list',
  claims,
  again: 'Another test login',
}
