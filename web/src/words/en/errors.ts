// What each refusal that the sign-in page can meet means to a person, and what to do now. Those of the other pages are
// a chapter of their own.
import type { ErrorWords, SignInErrorWords } from '../error-words.ts'

/** What any fault of the message comes down to for whoever signs: they never wrote it. */
export const alteredMessage: ErrorWords = {
  title: 'The message was altered on its way.',
  action: 'Try again; if it stays, use another wallet.',
}

export const errors: SignInErrorWords = {
  'request.invalid': {
    title: 'The server did not understand this page.',
    action: 'Reload the page and try again.',
  },
  'request.not_json': {
    title: 'The server did not understand this page.',
    action: 'Reload the page and try again.',
  },
  'request.too_large': {
    title: 'That was more than the server reads at once.',
    action: 'Reload the page and try again.',
  },
  'request.foreign_origin': {
    title: 'The server refused a request that seemed to come from another site.',
    action: 'Open this site at its own address and try again there.',
  },
  'request.not_found': {
    title: 'There is nothing at this address.',
    action: 'Check the address, or begin at the front page.',
  },
  'rate.limited': {
    title: 'Too many tries.',
    action: 'Wait a minute, then try again.',
  },
  'interaction.unusable': {
    title: 'This application’s sign-in has ended or expired.',
    action: 'Go back to the application and sign in from there again.',
  },
  'database.unavailable': {
    title: 'The server cannot reach its database right now.',
    action: 'Nothing was changed. Try again in a moment.',
  },
  'database.in_doubt': {
    title: 'The database failed at the last moment.',
    action: 'It may have happened, or not. Look, and try again if it did not.',
  },
  'server.stopping': {
    title: 'The server is restarting.',
    action: 'Try again in a moment.',
  },
  'server.fault': {
    title: 'Something went wrong on the server.',
    action: 'Nothing was changed. Try again; if it stays, tell whoever runs this site the request id.',
  },
  'network.offline': {
    title: 'You are offline.',
    action: 'Check your connection, then try again.',
  },
  'network.unreachable': {
    title: 'The server does not answer.',
    action: 'Your connection may be slow, or the server may be restarting. Try again in a moment.',
  },
  'network.cancelled': {
    title: 'This was cancelled.',
    action: 'Try again whenever you like.',
  },
}
