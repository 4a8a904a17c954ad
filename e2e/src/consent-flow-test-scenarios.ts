// Every state of the consent and device pages; used by the tests and the screenshots.
import type { ConsentFlowTestScenario } from './open-consent-flow-test-scenario.ts'
import { consentPageTestScenarios } from './consent-page-test-scenarios.ts'
import { deviceAndSignOutTestScenarios } from './device-and-sign-out-test-scenarios.ts'
import { connectedApplicationTestScenarios } from './connected-application-test-scenarios.ts'

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
