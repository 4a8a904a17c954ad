// What the refusals mean that only pages about applications can meet, and what to do now.
import type { OwnErrorCode } from '@countersign/api/errors'
import type { ErrorWords } from '../error-words.ts'

export const applicationErrors = {
  'consent.claim_missing': {
    title: 'The application requires something that you do not have yet.',
    action: 'Enter it above, choose another wallet, or decline.',
  },
  'application.not_allowed': {
    title: 'This application is for members of a group only.',
    action: 'Sign in with a wallet that belongs to it, or ask whoever runs the application.',
  },
  'application.other_way': {
    title: 'The application does not accept the way you signed in.',
    action: 'Sign in with a passkey or another wallet, as it asks for, and enter the code again.',
  },
  'application.sign_in_old': {
    title: 'You signed in too long ago for this application.',
    action: 'Sign out and in again here, then enter the code again.',
  },
  'application.unknown': {
    title: 'This site does not know the application that sent you here.',
    action: 'Nothing was shared. Tell whoever runs the application that it is not registered here.',
  },
  'application.disabled': {
    title: 'The application that sent you here is disabled on this site.',
    action: 'Nothing was shared. Contact the operator of this site if you need the application.',
  },
  'application.document_unusable': {
    title: 'This site could not read what the application says of itself.',
    action: 'Nothing was shared. Try again in a minute; if it stays, tell whoever runs the application.',
  },
  'site.unknown': {
    title: 'This site is not set up to be signed in to.',
    action: 'Tell whoever runs it: the log of the sign-in server says what is missing.',
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
} satisfies Readonly<Partial<Record<OwnErrorCode, ErrorWords>>>
