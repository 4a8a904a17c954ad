// What the refusals mean that only the other pages can meet, and what to do now.
import type { FurtherErrorWords } from '../shape.ts'

export const furtherErrors: FurtherErrorWords = {
  'session.required': {
    title: 'You are not signed in.',
    action: 'Sign in and try again.',
  },
  'session.not_found': {
    title: 'That session has already ended.',
    action: 'Look at the list again.',
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
}
