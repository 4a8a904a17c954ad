// What each refusal of the product means to a person, and what to do now.
import type { ErrorWords, OwnErrorWords } from '../shape.ts'

/** What any fault of the message comes down to for whoever signs: they never wrote it. */
export const alteredMessage: ErrorWords = {
  title: 'The message was altered on its way.',
  action: 'Try again; if it stays, use another wallet.',
}

export const errors: OwnErrorWords = {
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
    action: 'Wait a moment, then try again.',
  },
  'challenge.unusable': {
    title: 'This sign-in request expired or was already used.',
    action: 'Ask for a new one and sign it.',
  },
  'sign_in.mismatch': {
    title: 'The signed message is not the one this site asked for.',
    action: 'Try again, and sign the message as it is shown.',
  },
  'signature.malformed': {
    title: 'The wallet returned something that is not a signature this site can read.',
    action: 'Try again, or use another wallet.',
  },
  'signature.refused': {
    title: 'The signature does not match the wallet.',
    action: 'Sign with the wallet whose address the message names.',
  },
  'person.suspended': {
    title: 'This sign-in has been suspended.',
    action: 'Ask whoever runs this site.',
  },
  'session.required': {
    title: 'You are not signed in.',
    action: 'Sign in and try again.',
  },
  'session.not_found': {
    title: 'That session has already ended.',
    action: 'Look at the list again.',
  },
  'interaction.unusable': {
    title: "This application's sign-in has ended or expired.",
    action: 'Go back to the application and sign in from there again.',
  },
  'application.unknown': {
    title: 'This site does not know the application that sent you here.',
    action: 'Nothing was shared. Tell whoever runs the application that it is not registered here.',
  },
  'application.address_unregistered': {
    title: 'The application wanted to send you to an address that it has not registered.',
    action: 'For your safety this site does not go there. Tell whoever runs the application.',
  },
  'application.request_invalid': {
    title: 'The application asked for something that this site cannot do.',
    action: 'Go back to the application. If it stays, tell whoever runs it.',
  },
  'application.not_authenticated': {
    title: 'The application could not prove that it is the one it says.',
    action: 'Tell whoever runs the application that its secret is not the registered one.',
  },
  'device.unusable': {
    title: 'This code is not usable.',
    action: 'Compare it with the code that the device shows, or ask the device for a new one.',
  },
  'sign_out.unusable': {
    title: 'This request to sign out has expired or was already used.',
    action: 'You can sign out on the page of your account.',
  },
  'grant.not_found': {
    title: 'This application is not on your list any more.',
    action: 'Look at the list again.',
  },
  'database.unavailable': {
    title: 'The server cannot reach its database right now.',
    action: 'Nothing was changed. Try again in a moment.',
  },
  'database.in_doubt': {
    title: 'The connection to the database broke at the last moment.',
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
