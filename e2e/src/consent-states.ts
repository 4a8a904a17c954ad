// Every state of the pages on which a person decides about an application, and how to get there: the tests walk this
// table, and so do the pictures.
import type { ConsentState } from './consent-state.ts'
import { consentPageStates } from './consent-page-states.ts'
import { deviceAndSignOutStates } from './device-and-sign-out-states.ts'
import { connectedApplicationStates } from './connected-application-states.ts'

export const consentStates: readonly ConsentState[] = [
  ...consentPageStates,
  ...deviceAndSignOutStates,
  ...connectedApplicationStates,
  {
    name: 'error of an application',
    reach: (page) =>
      page.goto('/error?code=application.redirect_uri_not_registered&request=01k4x9q0e5m3h7t2v8b6n1c0da'),
    title: 'The application’s return address isn’t registered.',
    text: '01k4x9q0e5m3h7t2v8b6n1c0da',
  },
]
