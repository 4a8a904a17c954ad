// Every state of the pages on which a person decides about an application, and how to get there: the tests walk this
// table, and so do the pictures.
import type { ConsentFlowTestScenario } from './consent-state.ts'
import { consentPageTestScenarios } from './consent-page-states.ts'
import { deviceAndSignOutTestScenarios } from './device-and-sign-out-states.ts'
import { connectedApplicationTestScenarios } from './connected-application-states.ts'

export const consentFlowTestScenarios: readonly ConsentFlowTestScenario[] = [
  ...consentPageTestScenarios,
  ...deviceAndSignOutTestScenarios,
  ...connectedApplicationTestScenarios,
  {
    name: 'error of an application',
    reach: (page) =>
      page.goto('/error?code=application.redirect_uri_not_registered&request=01k4x9q0e5m3h7t2v8b6n1c0da'),
    title: 'The application’s return address isn’t registered.',
    text: '01k4x9q0e5m3h7t2v8b6n1c0da',
  },
]
